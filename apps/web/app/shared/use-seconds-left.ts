import { useSyncExternalStore } from 'react';

const eachSecond = (look: () => void): (() => void) => {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
};
const never = (): (() => void) => () => undefined;

/** Seconds until a time (Unix milliseconds), counted down; 0 when it has come or there is none. */
export const useSecondsLeft = (at: number | null | undefined): number =>
  useSyncExternalStore(
    at ? eachSecond : never,
    () => (at ? Math.max(0, Math.ceil((at - Date.now()) / 1_000)) : 0),
    () => 0,
  );
