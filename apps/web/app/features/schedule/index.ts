export { BioSchedule } from './bio-schedule.tsx';
