import type { AccountId } from '@klieg/kernel';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import { showBegan, showEnded, wentLive, wentOffline } from '../broadcast/index.ts';
import type { AppStore } from './app-store.ts';
import type { GoalNews } from './goal-news.ts';
import { type GoalState, pauseGoal, resumeAfterShow, resumeGoal } from './goal-rules.ts';
import { isGoal } from './present-app.ts';

/**
 * A show and the end of a broadcast pause the room's goals; the end of a show and a new broadcast resume them (S1202).
 */
export function makeBroadcastReader(deps: {
  readonly apps: AppStore;
  readonly news: Pick<GoalNews, 'mark'>;
  readonly now: () => number;
}): FactReader {
  const change = async (
    roomId: AccountId,
    transaction: Transaction,
    turn: (state: GoalState) => GoalState,
  ): Promise<void> => {
    for (const app of (await deps.apps.lock(transaction, roomId)).filter(isGoal)) {
      const state = turn(app.state);
      if (state === app.state) continue;
      await deps.apps.saveState(transaction, { ...app, state });
      deps.news.mark(roomId);
    }
  };
  return {
    name: 'room_games.broadcasts',
    on: [
      when(showBegan, ({ accountId }, transaction) =>
        change(accountId, transaction, (state) => pauseGoal(state, deps.now(), 'show')),
      ),
      when(showEnded, ({ accountId }, transaction) => change(accountId, transaction, resumeAfterShow)),
      when(wentOffline, ({ accountId }, transaction) =>
        change(accountId, transaction, (state) => pauseGoal(state, deps.now(), 'offline')),
      ),
      when(wentLive, ({ accountId }, transaction) => change(accountId, transaction, resumeGoal)),
    ],
  };
}
