import { useEffect, useState } from 'react';

/** Seconds until a time (Unix milliseconds), counted down; 0 when it has come or there is none. */
export function useSecondsLeft(at: number | null | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!at) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return at ? Math.max(0, Math.ceil((at - now) / 1_000)) : 0;
}
