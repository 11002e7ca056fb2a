import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../../shared/event-store.ts';

/** Whether the purchase is to be offered and has not been shown yet. An event is the new value. */
export const promptStore = makeEventStore<boolean, boolean>(false, (_before, told) => told);

/** Whether it waits now. */
export const useIsPromptWaiting = (): boolean =>
  useSyncExternalStore(promptStore.subscribe, promptStore.get, () => false);
