import { MINUTE_MS } from '@klieg/kernel/time';
import { useEffect, useState } from 'react';

const LOOK_MS = 5_000;

/** Whole minutes since a time (Unix milliseconds); undefined while there is none. */
export function useMinutesSince(at: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return at === undefined ? undefined : Math.max(0, Math.floor((now - at) / MINUTE_MS));
}
