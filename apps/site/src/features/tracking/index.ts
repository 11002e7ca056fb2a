export { countStuckVideos } from './stuck-video-metrics.ts';
export { makeTrackingHandlers } from './tracking.http.ts';
