export { type BroadcastFeature, composeBroadcast } from './compose.ts';
