export { showBegan, showEnded, wentLive, wentOffline } from './media/broadcast-facts.ts';
export { type BroadcastFeature, composeBroadcast } from './compose.ts';
export type { Offered, PublishedAs, RecordingShop, WantedOffer } from './keys/publishing.ts';
export { OPEN_MS as RECORDING_OPEN_MS } from './recordings/recordings.ts';
export { broadcastSettings } from './settings-part.ts';
