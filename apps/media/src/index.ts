export { type Media, MEDIA_SETTINGS, type MediaOptions, type MediaSettings } from './start/media-options.ts';
export { startMedia } from './start/start-media.ts';
