import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { GOAL_READS, type GoalPart, reduceGoal, startGoal } from './goal-state.ts';
import './goal.css';

// Its few texts come with the room's own, so that a goal does not bring those of the whole product.
const loadParts = () => import('./goal-parts.ts');
const hasGoal = ({ part }: SlotProps<GoalPart>) => part.goal !== null;

type PartName = keyof Awaited<ReturnType<typeof loadParts>>;
const part =
  <K extends PartName>(name: K) =>
  async () => ({ default: (await loadParts())[name] });

/**
 * Tip goals: the section below the picture, the display and sound when one is reached, the performer's form. Most rooms
 * have none, so their pages load none of it.
 */
export const goalModule = defineRoomModule({
  key: 'goal',
  reads: GOAL_READS,
  start: startGoal,
  reduce: reduceGoal,
  slots: {
    'stage.below': [
      {
        order: 5,
        when: hasGoal,
        load: part('GoalSection'),
        // As high as the section, so that nothing moves when its code is there.
        waiting: <section className="module goal" />,
      },
    ],
    'stage.lowerThird': [
      {
        order: 20,
        // Nothing is reached before the socket reports it, so the server has nothing to render.
        when: (props) => hasGoal(props) && props.tools.client !== undefined,
        load: part('GoalLowerThird'),
      },
    ],
    'studio.counter': [{ order: 10, when: hasGoal, load: part('GoalCounter') }],
    'studio.module': [{ order: 10, load: withTexts(() => import('./goal-studio.tsx')) }],
  },
});
