export type { ClipResult } from './cut-clip.ts';
export { makePast, type Past, type PastOptions, type PastSettings } from './past.ts';
export { clearPastFolder } from './past-folder.ts';
