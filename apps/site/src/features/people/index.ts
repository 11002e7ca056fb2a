export { composePeople, type PeopleFeature } from './compose.ts';
export { presentSummary } from './present-summary.ts';
export { servePeople } from './serve-people.ts';
