export { composeCoShows } from './compose.ts';
