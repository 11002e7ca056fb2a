/* What a room fetches with the first press or event that is about watching together. */
export { tellWatch } from './tell-watch.ts';
export { WatchDialog } from './watch-dialog.tsx';
export { WatchStrip } from './watch-strip.tsx';
export { WatchStudio } from './watch-studio.tsx';
