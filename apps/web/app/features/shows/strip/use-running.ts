import { useEffect, useState } from 'react';

/** Interval of the meter's reports, in seconds; without them a page stops counting. */
const TELLS_EVERY = 10;

/** Whole seconds since the last report changed, at most `max`, counted once a second while it runs. */
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
