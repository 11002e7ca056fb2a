export type { HadShow } from './past-shows.ts';
export { composeRatings, type RatingsFeature } from './compose.ts';
