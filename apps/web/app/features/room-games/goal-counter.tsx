import { Trans } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { GoalPart } from './goal-state.ts';
import { GoalMark } from './goal-view.tsx';
import { percentOf, readGoal } from './read-goal.ts';

/** How far the goal is, among the figures of the broadcast. */
export function GoalCounter({ part }: SlotProps<GoalPart>) {
  const goal = readGoal(part.goal);
  if (!goal) return null;
  const percent = percentOf(goal);
  return (
    <div>
      <span className="label">
        <Trans>Goal</Trans>
      </span>
      <span className="display">{percent}%</span>
      <GoalMark goal={goal} />
    </div>
  );
}
