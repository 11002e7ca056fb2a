import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../../shared/event-store.ts';

/** Spins of the promo wheel that this person has; 0 until it is known. An event is the count that was told. */
export const spinsStore = makeEventStore<number, number>(0, (_before, told) => told);

/** How many there are now. */
export const useSpins = (): number => useSyncExternalStore(spinsStore.subscribe, spinsStore.get, () => 0);
