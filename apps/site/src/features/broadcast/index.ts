export { wentLive, wentOffline } from './broadcast-facts.ts';
export { type BroadcastFeature, composeBroadcast } from './compose.ts';
export { broadcastSettings } from './settings-part.ts';
