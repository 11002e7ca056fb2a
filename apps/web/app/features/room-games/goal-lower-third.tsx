import { useEffect, useRef } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { nextClosing } from './closing-queue.ts';
import type { GoalPart } from './goal-state.ts';
import { GoalThird } from './goal-third.tsx';
import { useFreeEdge } from './use-free-edge.ts';
import { useGoalSound } from './use-goal-sound.ts';

/** How long a reached goal stays, in milliseconds. */
const STAY_MS = 4_000;

/** Reached goals over the picture's lower edge, one at a time. Tips have the edge first. */
export function GoalLowerThird({ part, tools }: SlotProps<GoalPart>) {
  const box = useRef<HTMLOutputElement>(null);
  const next = nextClosing(part.closings);
  const shown = useFreeEdge(box, next !== undefined) ? next : undefined;
  const { dispatch } = tools;
  const id = shown?.id;
  const count = shown?.count ?? 0;
  useGoalSound(part.closings);
  useEffect(() => {
    if (id === undefined) return undefined;
    const isOver = () => {
      for (let gone = 0; gone < count; gone++) dispatch({ name: 'page.goal-over', payload: {} });
    };
    const timer = setTimeout(isOver, STAY_MS);
    return () => clearTimeout(timer);
  }, [id, count, dispatch]);
  return (
    <output ref={box} className="goal-third">
      {shown && <GoalThird closing={shown} />}
    </output>
  );
}
