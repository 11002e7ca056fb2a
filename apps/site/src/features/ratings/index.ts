export { composeRatings, type RatingsFeature } from './compose.ts';
