export { showBegan, showEnded, wentLive, wentOffline } from './life/broadcast-facts.ts';
export { type BroadcastFeature, composeBroadcast } from './compose.ts';
export type { Offered, PublishedAs, RecordingShop, WantedOffer } from './recordings/recording-shop.ts';
export { OPEN_MS as RECORDING_OPEN_MS } from './recordings/recordings.ts';
export { broadcastSettings } from './settings-part.ts';
