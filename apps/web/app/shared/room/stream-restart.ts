import { useSyncExternalStore } from 'react';

/* How often this page's player was asked to restart, for a right that it does not have yet. */

let restarts = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The player asks for the right to play again. */
export function restartStream(): void {
  restarts += 1;
  for (const listener of listeners) listener();
}

export const useStreamRestarts = (): number =>
  useSyncExternalStore(
    subscribe,
    () => restarts,
    () => 0,
  );
