export { LIVE_THUMBNAIL_PATH, makeRelaying, type Relaying } from './relaying.ts';
export { RELAY_PATH } from './relay-messages.ts';
