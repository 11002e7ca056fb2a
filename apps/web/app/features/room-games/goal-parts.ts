/* What a room with a goal fetches, together. */
export { GoalCounter } from './goal-counter.tsx';
export { GoalLowerThird } from './goal-lower-third.tsx';
export { GoalSection } from './goal-section.tsx';
