export { composeTipSplit } from './compose.ts';
