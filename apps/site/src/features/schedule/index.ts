export { makeEditSchedule } from './edit-schedule.ts';
export { makeScheduleStore } from './schedule-store.ts';
export { composeSchedule, type ScheduleFeature } from './compose.ts';
