export { composePeople, type PeopleFeature } from './compose.ts';
export { cleanLines } from './people.http.ts';
export { presentSummary } from './present-summary.ts';
export { servePeople } from './serve-people.ts';
export { readTimeCursor, writeTimeCursor } from './time-cursor.ts';
