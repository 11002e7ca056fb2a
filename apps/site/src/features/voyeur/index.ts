export { composeVoyeur, type VoyeurFeature } from './compose.ts';
