import { useEffect, useRef } from 'react';
import type { GoalTold } from './goal-state.ts';
import { playGoalSound } from './goal-sound.ts';

/** Lets each goal be heard that is reached while the page is open. */
export function useGoalSound(closings: readonly GoalTold[], play: () => void = playGoalSound): void {
  const newest = closings.at(-1);
  const heard = useRef<GoalTold>(undefined);
  useEffect(() => {
    if (!newest || newest === heard.current) return;
    heard.current = newest;
    play();
  }, [newest, play]);
}
