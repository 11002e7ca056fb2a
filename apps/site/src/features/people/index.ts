export { composePeople, type PeopleFeature } from './compose.ts';
export { servePeople } from './serve-people.ts';
