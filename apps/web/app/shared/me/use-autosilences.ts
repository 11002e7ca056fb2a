import { useEffect } from 'react';
import { meStore, useMe } from './me-store.ts';

/** The server's clock may be a little behind the browser's. */
const SLACK_MS = 1_000;

/** Unmarks a person whom rooms have silenced by themselves, when each silence has run its time. */
export function useAutosilences(): void {
  const me = useMe();
  const silences = me.kind === 'member' ? me.silences : undefined;
  useEffect(() => {
    const timers = Object.values(silences ?? {}).flatMap((told) =>
      told.isAutosilenced && told.until
        ? setTimeout(
            () => meStore.dispatch({ type: 'autosilenced', told: { ...told, isAutosilenced: false } }),
            Math.max(0, told.until - Date.now()) + SLACK_MS,
          )
        : [],
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [silences]);
}
