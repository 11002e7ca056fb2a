export { maskText } from './mask-text.ts';
export { makeTrackingHandlers } from './tracking.http.ts';
