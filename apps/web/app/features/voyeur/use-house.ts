import { useCallback, useEffect, useState } from 'react';
import { type HouseTold, readHouse } from './voyeur-calls.ts';

/** How often stills are renewed, and the queue is checked. */
const AGAIN_MS = 15_000;

export interface House {
  /** Undefined until it is read. */
  readonly house: HouseTold | undefined;
  readonly reload: () => void;
}

/** A house as it is now: read with each change that the page hears of, and now and then besides. */
export function useHouse(username: string, version: number): House {
  const [house, setHouse] = useState<HouseTold>();
  const [asked, setAsked] = useState(0);
  const reload = useCallback(() => setAsked((times) => times + 1), []);
  useEffect(() => {
    let isLate = false;
    readHouse(username).then(
      (told) => {
        if (!isLate) setHouse(told);
      },
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [username, version, asked]);
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return { house, reload };
}
