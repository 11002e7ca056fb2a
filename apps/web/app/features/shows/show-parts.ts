/* What a room fetches with the first event, press or state that is about a show; one file, so that few names come with every room. */
export { beginSpying } from './begin-spying.ts';
export { default as RequestDialog } from './dialogs/request-dialog.tsx';
export { reduceShows } from './shows-state.ts';
export { default as ShowStrip } from './strip/show-strip.tsx';
export { SpyButton } from './spy-button.tsx';
export { tellShow } from './tell-show.ts';
