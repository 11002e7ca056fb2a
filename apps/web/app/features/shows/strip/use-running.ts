import { useEffect, useState } from 'react';

/** The meter tells so often, in seconds; a page that hears nothing more does not count on. */
const TELLS_EVERY = 10;

/** Whole seconds since what was told last changed, at most `max`, counted once a second while it runs. */
export function useRunning(told: unknown, isRunning: boolean, max = TELLS_EVERY): number {
  const [known, setKnown] = useState({ told, seconds: 0 });
  const isNew = known.told !== told;
  if (isNew) setKnown({ told, seconds: 0 });
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(
      () => setKnown((now) => ({ ...now, seconds: Math.min(max, now.seconds + 1) })),
      1_000,
    );
    return () => clearInterval(timer);
  }, [told, isRunning, max]);
  return isNew ? 0 : known.seconds;
}
