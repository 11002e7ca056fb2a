import { type Api, LEADERBOARD_SIZE, type ResultOf, type UserCard } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { Liked, LikeStore } from './like-store.ts';

const KEEP_MS = 10_000;
const WINNER_WEEKS = 8;

type Board = ResultOf<Api['listLikes']>;

/** A week's likes, counted at most every 10 s; everybody reads the same count. */
export function makeLeaderboard(deps: {
  readonly likes: LikeStore;
  /** Undefined for a performer whom the reader may not find. */
  readonly cardOf: (username: string) => UserCard | undefined;
  readonly clock: Clock;
}) {
  const kept = new Map<number, { readonly at: number; readonly listed: Promise<readonly Liked[]> }>();
  let winners: { readonly at: number; readonly listed: ReturnType<LikeStore['listWinners']> } | undefined;
  const isFresh = (entry: { readonly at: number } | undefined) =>
    entry !== undefined && deps.clock.now() - entry.at < KEEP_MS;

  const weekOf = (weeksAgo: number): Promise<readonly Liked[]> => {
    const known = kept.get(weeksAgo);
    if (known && isFresh(known)) return known.listed;
    const entry = { at: deps.clock.now(), listed: deps.likes.listWeek(weeksAgo, LEADERBOARD_SIZE) };
    kept.set(weeksAgo, entry);
    entry.listed.catch(() => kept.delete(weeksAgo));
    return entry.listed;
  };
  const winnersNow = () => {
    if (winners && isFresh(winners)) return winners.listed;
    const entry = { at: deps.clock.now(), listed: deps.likes.listWinners(WINNER_WEEKS) };
    winners = entry;
    entry.listed.catch(() => (winners = undefined));
    return entry.listed;
  };

  /** The place of one performer: among the listed, or counted below them. */
  const placeOf = async (model: AccountId, listed: readonly Liked[], weeksAgo: number) => {
    const at = listed.findIndex(({ modelId }) => modelId === model);
    if (at >= 0) return { likes: listed[at]!.likes, position: at + 1 };
    return listed.length < LEADERBOARD_SIZE ? undefined : deps.likes.findPlace(model, weeksAgo);
  };

  return async (
    week: 'current' | 'last',
    me: Account | null,
    isVisible: (username: string) => boolean,
  ): Promise<Board> => {
    const weeksAgo = week === 'last' ? 1 : 0;
    const [listed, won] = await Promise.all([weekOf(weeksAgo), winnersNow()]);
    const cardFor = (username: string) => (isVisible(username) ? deps.cardOf(username) : undefined);
    const leaderboard = listed.flatMap(({ username, likes }, i) => {
      const user = cardFor(username);
      return user ? [{ rank: i + 1, user, likes }] : [];
    });
    const own = me?.type === 'model' ? await placeOf(me.id, listed, weeksAgo) : undefined;
    return {
      leaderboard,
      user_like_count: own?.likes ?? 0,
      user_position: own?.position ?? null,
      past_winners: won.flatMap(({ week: of, username, likes }) => {
        const user = cardFor(username);
        return user ? [{ week: of, user, likes }] : [];
      }),
    };
  };
}
