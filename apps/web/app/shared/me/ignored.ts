import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { makeEventStore } from '../event-store.ts';
import { useMe } from './me-store.ts';

type Names = ReadonlySet<string>;

const nobody: Names = new Set();
const ignoredStore = makeEventStore<Names, readonly string[]>(nobody, (_old, names) => new Set(names));
let isRead = false;

/** Begins or ends to ignore somebody. @throws CallError */
export async function ignorePerson(username: string, isIgnored: boolean): Promise<void> {
  const { ignored } = await api.ignorePerson({ params: { username }, body: { ignored: isIgnored } });
  isRead = true;
  ignoredStore.dispatch(ignored);
}

/** Whom the person ignores: their lines are not shown (F3). Read once, where it is first wanted. */
export function useIgnored(): Names {
  const isMember = useMe().kind === 'member';
  useEffect(() => {
    if (!isMember || isRead) return;
    isRead = true;
    api.listIgnored().then(
      ({ ignored }) => ignoredStore.dispatch(ignored),
      () => {
        isRead = false;
      },
    );
  }, [isMember]);
  return useSyncExternalStore(ignoredStore.subscribe, ignoredStore.get, () => nobody);
}
