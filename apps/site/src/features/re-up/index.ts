export { composeReUp, type ReUpFeature } from './compose.ts';
export { makeReUpSettings } from './keep-choice.ts';
export { reUpEnded } from './re-up-ended.ts';
