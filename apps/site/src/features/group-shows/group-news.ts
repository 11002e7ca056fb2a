import type { Payload } from '@klieg/contract';
import { type AccountId, modelShare } from '@klieg/kernel';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import type { RoomHub, SubmitSurely } from '../rooms/index.ts';
import { type MeterStand, SHOW_SHARE_PERCENT } from '../shows/index.ts';
import { fewUntil, type GroupShow, mayRateAfter, type Member } from './group-rules.ts';

type Update = Omit<Payload<'v3.group.update'>, 'seq'>;
type Result = Payload<'v3.group.result'>;

/** A show whose start is under way counts down for its people. */
export const statusOf = ({ state }: Pick<GroupShow, 'state'>): Update['status'] => {
  if (state === 'running') return 'running';
  return state === 'counting' || state === 'starting' ? 'counting' : 'open';
};

/** What everybody in a room may know of its group show. */
export function presentUpdate(show: GroupShow, joined: number): Update {
  const ends = fewUntil(show, joined);
  return {
    show_id: show.id,
    status: statusOf(show),
    cost_per_minute: show.price,
    min_people: show.minPeople,
    ...(show.maxPeople !== null && { max_people: show.maxPeople }),
    late_joiners: show.lateJoiners,
    if_few: show.ifFew,
    waits_until: show.waitsUntil,
    ...(show.startsAt !== null && { starts_at: show.startsAt }),
    ...(ends !== null && { few_until: ends }),
    joined,
  };
}

/** The performer's earnings from what a show's people were charged. */
export const earnedOf = (tokens: number): number => modelShare(tokens, SHOW_SHARE_PERCENT);

/** What rooms and the people of a show are told. All of it is for display: pages also read it by HTTP. */
export interface GroupNews {
  /** The offer, the number of people or the state has changed; `self` has joined or left by that. */
  update(
    owner: Account,
    show: GroupShow,
    joined: number,
    self?: { readonly accountId: AccountId; readonly isIn: boolean },
  ): void;
  ended(owner: Account, show: GroupShow): void;
  /** To one person inside. */
  tick(owner: Account, member: Member, stand: MeterStand): void;
  /** To the performer. */
  tickAll(
    owner: Account,
    show: GroupShow,
    now: { readonly people: number; readonly tokens: number; readonly seconds: number },
  ): void;
  /** How somebody's time in it has ended. */
  result(owner: Pick<Account, 'username'>, member: Member): void;
}

export function makeGroupNews({
  feed,
  hub,
  submitSurely,
  now,
}: {
  readonly feed: AccountFeed;
  readonly hub: Pick<RoomHub, 'command'>;
  readonly submitSurely: SubmitSurely;
  /** Unix milliseconds. */
  readonly now: () => number;
}): GroupNews {
  const tell = (owner: Account, to: AccountId, payload: Payload<'v3.group.tick'>) =>
    hub.command(owner.username, { kind: 'tell', personKey: accountKey(to), name: 'v3.group.tick', payload });
  return {
    update({ username }, show, joined, self) {
      const payload = presentUpdate(show, joined);
      submitSurely(username, {
        kind: 'state',
        name: 'v3.group.update',
        payload,
        ...(self && {
          self: { personKey: accountKey(self.accountId), payload: { ...payload, is_in: self.isIn } },
        }),
      });
    },
    ended({ username }, show) {
      submitSurely(username, {
        kind: 'state',
        name: 'v3.group.end',
        payload: { show_id: show.id, reason: show.reason ?? 'model_ended' },
      });
    },
    tick: (owner, member, stand) =>
      tell(owner, member.accountId, {
        seq: now(),
        show_id: member.showId,
        seconds: Math.floor(stand.row.deliveredMs / 1_000),
        tokens_charged: stand.chargedTokens,
        remaining_seconds: stand.remainingSeconds,
      }),
    tickAll: (owner, show, { people, tokens, seconds }) =>
      tell(owner, owner.id, {
        seq: now(),
        show_id: show.id,
        seconds,
        tokens_charged: tokens,
        people,
        tokens_earned: earnedOf(tokens),
      }),
    result({ username }, { showId, accountId, reason, durationSeconds, tokensCharged }) {
      feed.send(accountId, 'v3.group.result', {
        seq: now(),
        show_id: showId,
        username,
        reason: (reason ?? 'left') as Result['reason'],
        seconds: durationSeconds,
        tokens_charged: tokensCharged,
        can_rate: mayRateAfter(durationSeconds),
      });
    },
  };
}
