export { composeSchedule } from './compose.ts';
