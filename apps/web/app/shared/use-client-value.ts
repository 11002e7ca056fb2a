import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/**
 * A value that only the browser knows, such as what it has stored; `server` while the page is rendered
 * and hydrated. It is read again at every render, so `read` answers a primitive.
 */
export const useClientValue = <T extends string | number | boolean | null>(read: () => T, server: T): T =>
  useSyncExternalStore(never, read, () => server);

/** True once the page has become interactive. */
export const useIsInteractive = (): boolean => useClientValue(() => true, false);
