import type { AccountId, Clock } from '@klieg/kernel';
import { type EarnedWeeks, weekOf } from './earned-week-store.ts';
import type { LikeStore } from './like-store.ts';

/** What fans have given a performer: boards are ordered by it, and it is not shown otherwise. */
export interface Standing {
  /** Likes in total, and of the last 30 days. */
  readonly likes: number;
  readonly likesLately: number;
  /** Tokens that the performer earned since Monday 00:00 UTC. */
  readonly earnedTokens: number;
  /** Among those who earned most since then. */
  readonly isLeader: boolean;
}

export const NO_STANDING: Standing = { likes: 0, likesLately: 0, earnedTokens: 0, isLeader: false };

/** How many who earned most in a week are its leaders. */
const LEADERS = 50;

/** Everybody with a standing. */
export type ReadStandings = () => Promise<ReadonlyMap<AccountId, Standing>>;

export const makeReadStandings =
  (deps: {
    readonly likes: Pick<LikeStore, 'countAll'>;
    readonly earnedWeeks: Pick<EarnedWeeks, 'read'>;
    readonly clock: Clock;
  }): ReadStandings =>
  async () => {
    const [liked, earned] = await Promise.all([
      deps.likes.countAll(),
      deps.earnedWeeks.read(weekOf(deps.clock.now())),
    ]);
    const standings = new Map<AccountId, Standing>();
    for (const [model, counts] of liked) standings.set(model, { ...NO_STANDING, ...counts });
    const byEarned = [...earned].toSorted(([a, less], [b, more]) => more - less || a - b);
    for (const [place, [model, earnedTokens]] of byEarned.entries())
      standings.set(model, {
        ...(standings.get(model) ?? NO_STANDING),
        earnedTokens,
        isLeader: place < LEADERS,
      });
    return standings;
  };
