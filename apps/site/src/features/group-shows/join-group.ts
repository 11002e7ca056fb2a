import { GROUP_HELD_SECONDS } from '@klieg/contract/features/group-shows/limits';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Meters, MeterStore, PlaceStore, SeatRoom } from '../shows/index.ts';
import { refuseTip } from '../tipping/index.ts';
import type { GroupNews } from './group-news.ts';
import { type GroupShow, isIn, joinRefusalOf, meterOfMember } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { MemberStore } from './member-store.ts';

export interface Joiner {
  readonly key: Uuid;
  readonly caller: SiteCaller & { readonly account: Account };
}

/** Refuses people who may not pay this performer, or whom she has blocked. @throws spend errors, shows.no_group_show */
export type RefuseJoiner = (caller: Joiner['caller'], owner: Account) => Promise<void>;

export const makeRefuseJoiner =
  (deps: {
    readonly blocks: Pick<BlockStore, 'listApart'>;
    readonly isBlockedCountry: (country: string | null) => boolean;
  }): RefuseJoiner =>
  async ({ account, country }, owner) => {
    if (account.type === 'model') throw new AppError('ledger.model_cannot_spend');
    const refused = refuseTip({
      sender: account,
      receiver: owner,
      senderCountry: country,
      isBlockedCountry: deps.isBlockedCountry,
    });
    if (refused) throw new AppError(refused);
    const apart = await deps.blocks.listApart([[account.id, owner.id]]);
    if (apart.size > 0) throw new AppError('shows.no_group_show');
  };

/**
 * Takes a place in the list, or a seat in the running show (GS2, GS8). Somebody already in gets the same.
 * @throws shows.no_group_show, shows.group_full, shows.in_show, common.price_changed, common.unavailable, spend errors
 */
export type JoinGroup = (who: Joiner, owner: Account, price: number) => Promise<GroupShow>;

export function makeJoinGroup(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly shows: Pick<GroupStore, 'listOpenIn' | 'lock'>;
  readonly members: MemberStore;
  readonly places: Pick<PlaceStore, 'take'>;
  readonly meters: Pick<Meters, 'check' | 'hold' | 'free'>;
  readonly meterStore: Pick<MeterStore, 'open'>;
  readonly seats: Pick<RoomsFeature['seats'], 'give'>;
  readonly seatRoom: SeatRoom;
  readonly news: Pick<GroupNews, 'update'>;
  readonly refuse: RefuseJoiner;
}): JoinGroup {
  const { shows, members, meters } = deps;

  /** The place, and the seat where the show runs, while there surely is room (S18). */
  const enter = (id: Uuid, who: Account, shown: GroupShow) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const show = (await shows.lock(transaction, shown.id))!;
      const joined = (await members.countIn([show.id], transaction))(show.id);
      const refusal = joinRefusalOf(show, joined);
      if (refusal) throw new AppError(refusal);
      // It has started, or come back to its list, since somebody was asked for the tokens.
      const isRunning = show.state === 'running';
      if (isRunning !== (shown.state === 'running')) throw new AppError('common.unavailable');
      const place = { placeId: id, kind: 'group', roomId: show.roomId } as const;
      if (await deps.places.take(transaction, who.id, place)) throw new AppError('shows.in_show');
      const member = { id, showId: show.id, accountId: who.id } as const;
      const state = isRunning ? 'seated' : 'waiting';
      // A place that was left is not taken again by its own key.
      if (!(await members.add(transaction, { ...member, state, meterId: isRunning ? id : null })))
        throw new AppError('shows.no_group_show');
      if (isRunning) {
        await deps.meterStore.open(transaction, meterOfMember(show, { accountId: who.id, meterId: id }));
        await deps.seats.give(transaction, show.roomId, accountKey(who.id), { seat: 'member', meterId: id });
      }
      return { show, joined: joined + 1 };
    });

  return async (who, owner, price) => {
    const { account } = who.caller;
    const show = (await shows.listOpenIn([owner.id])).get(owner.id);
    if (show && (await members.findIn(show.id, account.id))) return show;
    const refusal = joinRefusalOf(show, show ? (await members.countIn([show.id]))(show.id) : 0);
    if (!show || refusal) throw new AppError(refusal ?? 'shows.no_group_show');
    if (price !== show.price)
      throw new AppError('common.price_changed', { params: { cost_per_minute: show.price } });
    await deps.refuse(who.caller, owner);
    const id = deriveTransferId(`account:${account.id}:group`, who.key);
    const meter = meterOfMember(show, { accountId: account.id, meterId: id });
    const isRunning = show.state === 'running';
    await (isRunning ? meters.hold(meter, GROUP_HELD_SECONDS) : meters.check(meter, GROUP_HELD_SECONDS));
    let entered: Awaited<ReturnType<typeof enter>>;
    try {
      entered = await enter(id, account, show);
    } catch (error) {
      const mine = await members.find(id);
      // A repeat that was first has the same hold: it stays.
      if (mine && isIn(mine)) return show;
      if (isRunning && !mine) await meters.free(meter);
      throw error;
    }
    deps.news.update(owner, entered.show, entered.joined, { accountId: account.id, isIn: true });
    if (isRunning) await deps.seatRoom(owner);
    return entered.show;
  };
}
