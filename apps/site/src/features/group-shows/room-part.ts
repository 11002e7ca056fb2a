import type { GroupShow as Shown, Payload } from '@klieg/contract';
import { type AccountId, toInstant } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { CardPart, RoomPart, RoomSession } from '../rooms/index.ts';
import { chargedAfter, type Deliveries, type MeterStore } from '../shows/index.ts';
import { earnedOf, presentUpdate, statusOf } from './group-news.ts';
import { fewUntil, type GroupShow } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { MemberStore } from './member-store.ts';

type Shows = Pick<GroupStore, 'listOpenIn'>;

const instantOf = (at: number | null) => (at === null ? null : toInstant(at));

/** A show as one person sees it. */
export const presentGroupShow = (
  show: GroupShow,
  { joined, isIn }: { readonly joined: number; readonly isIn: boolean },
): Shown => ({
  show_id: show.id,
  status: statusOf(show),
  cost_per_minute: show.price,
  min_people: show.minPeople,
  max_people: show.maxPeople,
  late_joiners: show.lateJoiners,
  if_few: show.ifFew,
  waits_until: toInstant(show.waitsUntil),
  starts_at: instantOf(show.startsAt),
  started_at: instantOf(show.startedAt),
  few_until: instantOf(fewUntil(show, joined)),
  joined,
  is_in: isIn,
});

/** What a room's answer says of its group show. */
export const makeGroupShowPart = (
  shows: Shows,
  members: Pick<MemberStore, 'countIn' | 'listOwn'>,
): RoomPart<'groupShow'> => ({
  empty: { groupShow: null },
  async read(asks) {
    const open = await shows.listOpenIn(asks.map(({ owner }) => owner.id));
    if (open.size === 0) return asks.map(() => ({}));
    const ids = [...open.values()].map(({ id }) => id);
    const countOf = await members.countIn(ids);
    return Promise.all(
      asks.map(async ({ owner, caller }) => {
        const show = open.get(owner.id);
        if (!show) return {};
        const own = caller.account ? await members.listOwn(caller.account.id, [show.id]) : new Set();
        const at = { joined: countOf(show.id), isIn: own.has(show.id) };
        return { groupShow: presentGroupShow(show, at) };
      }),
    );
  },
});

/** The price a minute, on cards. */
export const makeGroupCardPart = (shows: Shows): CardPart<'group_price'> => ({
  empty: { group_price: null },
  async read(models) {
    const open = await shows.listOpenIn(models.map(({ id }) => id));
    return models.map(({ id }) => {
      const show = open.get(id);
      return show ? { group_price: show.price } : {};
    });
  },
});

/** The same for a page that connects by its socket, or has missed something: as the events would have told it. */
export function makeGroupSnapshot(deps: {
  readonly shows: Shows;
  readonly members: Pick<MemberStore, 'countIn' | 'findIn' | 'sumOf'>;
  readonly meterStore: Pick<MeterStore, 'find'>;
  readonly deliveries: Pick<Deliveries, 'countedOf'>;
  readonly now: () => number;
}) {
  const { shows, members } = deps;
  const readShow = askByKey((roomIds: readonly AccountId[]) => shows.listOpenIn(roomIds));

  /** The time of somebody inside, and the performer's earnings, as in v3.group.tick. */
  const readOwn = async (show: GroupShow, me: AccountId): Promise<object> => {
    if (me === show.roomId) {
      if (show.state !== 'running') return {};
      const { tokens } = await members.sumOf(show.id);
      const seconds = Math.max(0, Math.floor((deps.now() - (show.startedAt ?? 0)) / 1_000));
      return { seconds, tokens_charged: tokens, tokens_earned: earnedOf(tokens) };
    }
    const member = await members.findIn(show.id, me);
    const meter =
      member?.state === 'seated' && member.meterId ? await deps.meterStore.find(member.meterId) : undefined;
    if (!meter) return { is_in: member !== undefined };
    const deliveredMs = deps.deliveries.countedOf(meter.id, meter.deliveredMs);
    return {
      is_in: true,
      seconds: Math.floor(deliveredMs / 1_000),
      tokens_charged: chargedAfter(meter, meter.dueSteps),
    };
  };

  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const show = await readShow(room.ownerId);
    if (!show) return {};
    const me = person.caller.account?.id;
    const [countOf, own] = await Promise.all([
      members.countIn([show.id]),
      me === undefined ? {} : readOwn(show, me),
    ]);
    return {
      groupShow: {
        ...presentUpdate(show, countOf(show.id)),
        ...(show.startedAt !== null && { started_at: show.startedAt }),
        ...own,
      },
    };
  };
}
