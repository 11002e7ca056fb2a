import { useEffect, useState } from 'react';

const TICK_MS = 10_000;

/** The time of now in Unix milliseconds, for clocks that go down; `onTick` each ten seconds while the page is looked at. */
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
