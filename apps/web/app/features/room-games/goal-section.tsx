import { useLingui } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { GoalPart } from './goal-state.ts';
import { GoalView } from './goal-view.tsx';
import { readGoal } from './read-goal.ts';

/** The room's goal below the picture; nothing if there is none. */
export function GoalSection({ part }: SlotProps<GoalPart>) {
  const { t } = useLingui();
  const goal = readGoal(part.goal);
  return goal && <GoalView goal={goal} label={t`Goal`} />;
}
