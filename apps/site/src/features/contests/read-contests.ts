import type { Api, Contest, DeskContest, ResultOf, UserCard } from '@klieg/contract';
import { type Clock, toInstant } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import { contestState, momentsOf, orderContests } from './contest-rules.ts';
import type { ContestStore, KeptContest } from './contest-store.ts';

const LEADERBOARD_MAX = 20;
/** Contests of the past on the page. */
const PAST_MAX = 10;
const KEEP_MS = { running: 10_000, past: 600_000 };

type Points = Awaited<ReturnType<ContestStore['listPoints']>>;

/** A contest's data besides its places. */
export const presentContest = (
  one: KeptContest,
  nowMs: number,
): Omit<DeskContest, 'first_day' | 'last_day'> => {
  const { startsMs, endsMs } = momentsOf(one);
  return {
    id: one.id,
    title: one.title,
    body: one.body,
    starts_at: toInstant(startsMs),
    ends_at: toInstant(endsMs),
    prizes: [...one.prizes],
    state: contestState(one, nowMs),
  };
};

/**
 * Contests with their places. A point is a like given on one of the contest's days; equal points are ordered by
 * account. Counted at most every 10 s, and every 10 min once a contest is over.
 */
export function makeReadContests(deps: {
  readonly store: Pick<ContestStore, 'list' | 'listPoints'>;
  /** Undefined for a performer whom the reader may not find. */
  readonly cardFor: (username: string, caller: SiteCaller) => UserCard | undefined;
  readonly clock: Clock;
}) {
  const kept = new Map<string, { readonly until: number; readonly listed: Promise<Points> }>();
  const pointsOf = (one: KeptContest, state: Contest['state']): Promise<Points> | Points => {
    if (state === 'coming') return [];
    const now = deps.clock.now();
    const key = `${one.id} ${one.first_day} ${one.last_day} ${state}`;
    const known = kept.get(key);
    if (known && now < known.until) return known.listed;
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const listed = deps.store.listPoints(one, LEADERBOARD_MAX);
    kept.set(key, { until: now + KEEP_MS[state], listed });
    listed.catch(() => kept.delete(key));
    return listed;
  };
  return async (caller: SiteCaller): Promise<ResultOf<Api['listContests']>> => {
    const now = deps.clock.now();
    const shown = orderContests(await deps.store.list(), now, PAST_MAX);
    const items = shown.map(async (one): Promise<Contest> => {
      const told = presentContest(one, now);
      const places = await pointsOf(one, told.state);
      return {
        ...told,
        leaderboard: places.flatMap(({ username, points }, at) => {
          const user = deps.cardFor(username, caller);
          return user ? [{ rank: at + 1, user, points }] : [];
        }),
      };
    });
    return { items: await Promise.all(items) };
  };
}

export type ReadContests = ReturnType<typeof makeReadContests>;
