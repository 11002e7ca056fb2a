import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../../shared/event-store.ts';

/** This person's spins of the promo wheel; 0 until known. An event carries the new count. */
export const spinsStore = makeEventStore<number, number>(0, (_before, told) => told);

/** How many there are now. */
export const useSpins = (): number => useSyncExternalStore(spinsStore.subscribe, spinsStore.get, () => 0);
