export { composeSchedule, type ScheduleFeature } from './compose.ts';
