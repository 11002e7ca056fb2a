import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule } from '../../shared/room-module/room-module.ts';
import { GOAL_READS, reduceGoal, startGoal } from './goal-state.ts';
import './goal.css';

const loadParts = withTexts(() => import('./goal-parts.ts'));
const loadSection = async () => ({ default: (await loadParts()).GoalSection });
const loadCounter = async () => ({ default: (await loadParts()).GoalCounter });
const loadLowerThird = async () => ({ default: (await loadParts()).GoalLowerThird });

/**
 * Tip goals: the section below the picture, what is shown and heard when one is reached, the performer's form.
 * Most rooms have none, so their pages fetch none of it.
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
        when: ({ part }) => part.goal !== null,
        load: loadSection,
        // As high as the section, so that nothing moves when its code is there.
        waiting: <section className="module goal" />,
      },
    ],
    'stage.lowerThird': [
      {
        order: 20,
        // Nothing is reached before the socket tells of it, so the server has nothing to draw.
        when: ({ part, tools }) => part.goal !== null && tools.client !== undefined,
        load: loadLowerThird,
      },
    ],
    'studio.counter': [{ order: 10, when: ({ part }) => part.goal !== null, load: loadCounter }],
    'studio.module': [{ order: 10, load: withTexts(() => import('./goal-studio.tsx')) }],
  },
});
