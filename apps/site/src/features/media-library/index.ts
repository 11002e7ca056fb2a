export { mediaLibrarySettings } from './settings-part.ts';
