import { useEffect } from 'react';
import { playShowSound } from '../show-sounds.ts';

/** Interval between two knocks, in milliseconds, while a request is waiting. */
const KNOCK_MS = 8_000;

/** Knocks while somebody waits for an answer. */
export function useKnock(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    playShowSound('knock');
    const timer = setInterval(() => playShowSound('knock'), KNOCK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
