export { composeShows, type ShowsFeature } from './compose.ts';
export type { Deliveries } from './deliveries.ts';
export { isOn, type Private } from './private-rules.ts';
export type { PrivateStore } from './private-store.ts';
export { keyOf } from './private-news.ts';
export { SHOW_SHARE_PERCENT } from './run-meters.ts';
export type { SeatRoom } from './seat-room.ts';
export type { ListPastShows } from './show-history-store.ts';
export { showsSettings } from './settings-part.ts';
