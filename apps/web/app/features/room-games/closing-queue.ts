import type { GoalTold } from './goal-state.ts';
import { readGoal } from './read-goal.ts';

/** A reached goal as the lower third shows it. */
export interface Closing {
  /** Differs for every closing of a page. */
  readonly id: string;
  readonly title: string;
  readonly target: number;
  /** Sender of the last tip; empty for hidden people. */
  readonly username: string;
  /** Above 1: this many goals in one. */
  readonly count: number;
}

/** More that wait are shown in one, so that the picture's edge is free again soon. */
const SHOWN_ALONE_MAX = 5;

/** What the lower third shows next; undefined for nothing. */
export function nextClosing(closings: readonly GoalTold[]): Closing | undefined {
  const isMerged = closings.length > SHOWN_ALONE_MAX;
  const told = (isMerged ? closings.at(-1) : closings[0]) ?? null;
  const goal = readGoal(told);
  if (!told || !goal) return undefined;
  return {
    id: `${String(told['seq'])} ${goal.appId} ${goal.round}`,
    title: goal.title,
    target: goal.target,
    username: goal.lastUsername,
    count: isMerged ? closings.length : 1,
  };
}
