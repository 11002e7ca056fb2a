export { makeRatingStore } from './rating-store.ts';
export { makeRatingsHandlers } from './ratings.http.ts';
