import type { AccountId, Clock } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { MePart } from '../identity/index.ts';
import type { LikeStore } from './like-store.ts';

/** Whether a performer was the most liked one of the last full week. */
export function makeWinnerPart(deps: {
  readonly likes: Pick<LikeStore, 'listWinners'>;
  readonly clock: Pick<Clock, 'now'>;
}): MePart<'isModelLikeWeeklyWinner'> {
  let known: { readonly winner: AccountId | undefined; readonly atMs: number } | undefined;
  // The same for every performer who asks, and another one only on Mondays.
  const readWinner = async (): Promise<AccountId | undefined> => {
    const atMs = deps.clock.now();
    if (!known || atMs - known.atMs >= MINUTE_MS)
      known = { winner: (await deps.likes.listWinners(1))[0]?.modelId, atMs };
    return known.winner;
  };
  return {
    empty: { isModelLikeWeeklyWinner: false },
    async read(asks) {
      const winner = asks.some(({ account }) => account.type === 'model') ? await readWinner() : undefined;
      return asks.map(({ account }) => ({ isModelLikeWeeklyWinner: account.id === winner }));
    },
  };
}
