import { useSyncExternalStore } from 'react';

/*
 * The theatre: picture and chat fill the window. The document is marked for the styles; it stays while somebody goes
 * from room to room and ends with the page.
 */

const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const isOn = (): boolean => document.documentElement.hasAttribute('data-theatre');

export function toggleTheatre(): void {
  document.documentElement.toggleAttribute('data-theatre');
  for (const listener of listeners) listener();
}

export const useTheatre = (): boolean => useSyncExternalStore(subscribe, isOn, () => false);
