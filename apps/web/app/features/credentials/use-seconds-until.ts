import { useEffect, useState } from 'react';

const secondsTo = (at: string | null): number =>
  at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000));

/** Seconds until an instant, counted down; 0 when it has come or there is none. The instant stays the same. */
export function useSecondsUntil(at: string | null): number {
  const [seconds, setSeconds] = useState(() => secondsTo(at));
  const isCounting = seconds > 0;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setSeconds(secondsTo(at)), 1_000);
    return () => clearInterval(timer);
  }, [at, isCounting]);
  return seconds;
}
