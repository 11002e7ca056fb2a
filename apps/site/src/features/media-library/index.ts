export { serveMediaLibrary } from './serve-media-library.ts';
export { mediaLibrarySettings } from './settings-part.ts';
