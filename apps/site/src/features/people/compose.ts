import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import { makeNoteStore } from './note-store.ts';
import { makeViewHistoryStore } from './view-history-store.ts';

export type PeopleFeature = ReturnType<typeof composePeople>;

/** What one keeps about others: notes, and whose rooms were visited. Its calls are served by `servePeople`. */
export function composePeople({ database, logged }: Pick<Kit, 'database' | 'logged'>) {
  const history = makeViewHistoryStore(database);
  const chores: readonly Chore[] = [
    { failure: 'old visits could not be dropped', everyMs: MINUTE_MS, on: 'one', run: history.prune },
  ];
  return {
    notes: makeNoteStore(database),
    history,
    recordVisit: (visitor: AccountId, model: AccountId) =>
      void history.record(visitor, model).catch(logged('a visit could not be kept')),
    chores,
  };
}
