export { type BroadcastFeature, composeBroadcast } from './compose.ts';
export { wentLive, wentOffline } from './broadcast-facts.ts';
