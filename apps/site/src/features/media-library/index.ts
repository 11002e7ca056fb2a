export { composeMediaLibrary, type MediaLibraryFeature } from './compose.ts';
export { serveMediaLibrary } from './serve-media-library.ts';
export { mediaLibrarySettings } from './settings-part.ts';
