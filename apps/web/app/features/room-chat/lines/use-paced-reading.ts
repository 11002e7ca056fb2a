import { useEffect, useRef, useState } from 'react';

/** Lines are read out one by one up to this many within a period; then only their number. */
const READ_MAX = 6;
const PERIOD_MS = 5_000;

export interface PacedReading {
  readonly isBusy: boolean;
  /** Lines of the last period; 0 before there was one. */
  readonly cameLately: number;
}

/** Keeps a screen reader from being flooded: a busy chat is summed up every few seconds. */
export function usePacedReading(received: number): PacedReading {
  const [paced, setPaced] = useState<PacedReading>({ isBusy: false, cameLately: 0 });
  const latest = useRef(received);
  const periodBegan = useRef(received);
  useEffect(() => {
    latest.current = received;
    if (received - periodBegan.current > READ_MAX)
      setPaced((was) => (was.isBusy ? was : { isBusy: true, cameLately: 0 }));
  }, [received]);
  useEffect(() => {
    const timer = setInterval(() => {
      const came = latest.current - periodBegan.current;
      periodBegan.current = latest.current;
      setPaced((was) => {
        if (came > READ_MAX) return { isBusy: true, cameLately: came };
        return was.isBusy ? { isBusy: false, cameLately: 0 } : was;
      });
    }, PERIOD_MS);
    return () => clearInterval(timer);
  }, []);
  return paced;
}
