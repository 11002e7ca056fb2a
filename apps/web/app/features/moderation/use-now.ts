import { useEffect, useState } from 'react';

const TICK_MS = 10_000;

/** Current Unix ms for countdowns; `onTick` every ten seconds while the page is visible. */
export function useNow(onTick: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (document.visibilityState === 'visible') onTick();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [onTick]);
  return now;
}
