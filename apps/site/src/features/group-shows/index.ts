export { composeGroupShows, type GroupShowsFeature } from './compose.ts';
