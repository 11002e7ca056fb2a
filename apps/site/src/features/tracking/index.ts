export { makeTrackingHandlers } from './tracking.http.ts';
