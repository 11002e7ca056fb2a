export { showBegan, showEnded, wentLive, wentOffline } from './broadcast-facts.ts';
export { type BroadcastFeature, composeBroadcast } from './compose.ts';
export type { Offered, PublishedAs, RecordingShop, WantedOffer } from './publishing.ts';
export { OPEN_MS as RECORDING_OPEN_MS } from './recordings.ts';
export { broadcastSettings } from './settings-part.ts';
