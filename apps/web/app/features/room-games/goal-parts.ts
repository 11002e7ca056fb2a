/* What a room with a goal fetches, in one file. */
export { GoalCounter } from './goal-counter.tsx';
export { GoalLowerThird } from './goal-lower-third.tsx';
export { GoalSection } from './goal-section.tsx';
