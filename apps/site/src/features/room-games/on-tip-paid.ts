import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { FeedItem, FeedReader } from '../ledger/index.ts';
import { isSeen } from '../rooms/index.ts';
import { tipOf } from '../tipping/index.ts';
import { kindOf, planOf } from './app-kinds.ts';
import type { AppRow, AppStore } from './app-store.ts';
import type { GoalNews } from './goal-news.ts';
import { isGoal } from './present-app.ts';
import { addTip, countsForGoal, type GoalState, skipTip, takeBack } from './goal-rules.ts';

/**
 * Counts tips for goals. The goal, its place in the feed and the reader's cursor are saved in one transaction,
 * so every tip counts once, also when the process dies after the payment.
 */
export function makeGoalReader(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly apps: AppStore;
  readonly news: Pick<GoalNews, 'mark'>;
  /** Writes the subject for a reached goal; the room is told of it with the goal. */
  readonly setSubject: (roomId: AccountId, subject: string, transaction: Transaction) => Promise<void>;
}): FeedReader {
  /** Names of tippers; none for those who hide, by choice or by office. */
  const namesOf = async (
    items: readonly FeedItem[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<AccountId, string>> => {
    const ids = [...new Set(items.flatMap(({ person }) => person ?? []))];
    const people = await deps.accounts.listByIds(ids, transaction);
    return new Map(people.filter((person) => isSeen(person)).map(({ id, username }) => [id, username]));
  };

  const count = (
    app: AppRow,
    items: readonly FeedItem[],
    names: ReadonlyMap<AccountId, string>,
  ): GoalState => {
    const plan = planOf(app);
    if (!plan) return app.state;
    return items.reduce((state, item) => {
      if (item.number <= app.feedNumber) return state;
      if (item.event === 'reversed')
        return item.causeNumber === undefined
          ? state
          : takeBack(state, { number: item.causeNumber, tokens: item.amountTokens });
      const tip = tipOf(item);
      // A show pauses the goal, even if the news of it comes after its first tip (S1202).
      if (!tip || tip.place || !countsForGoal(tip.type)) return skipTip(state, item.number);
      return addTip(state, plan, {
        id: tip.id,
        number: item.number,
        tokens: tip.amountTokens,
        username: names.get(tip.payer) ?? null,
        at: tip.at,
      });
    }, app.state);
  };

  return {
    name: 'room_games.goals',
    from: 'now',
    concerns: ({ event, kind, causeKind }) =>
      (event === 'earned' && kind === 'tip') || (event === 'reversed' && causeKind === 'tip'),
    async handle(roomId, items, transaction) {
      const apps = (await deps.apps.lock(transaction, roomId)).filter(isGoal);
      if (apps.length === 0) return;
      const names = await namesOf(items, transaction);
      const feedNumber = items.at(-1)!.number;
      for (const app of apps) {
        if (feedNumber <= app.feedNumber) continue;
        const state = count(app, items, names);
        await deps.apps.saveState(transaction, { roomId, type: app.type, state, feedNumber });
        const subject = kindOf(app.type)?.goal?.subjectDoneOf(app.config);
        if (subject && state.status === 'reached' && app.state.status !== 'reached')
          await deps.setSubject(roomId, subject, transaction);
      }
      deps.news.mark(roomId);
    },
  };
}
