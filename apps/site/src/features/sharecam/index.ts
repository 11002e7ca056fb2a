export { composeSharecam, type SharecamFeature } from './compose.ts';
export { sharecamSettings } from './settings-part.ts';
