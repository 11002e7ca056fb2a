export { composeRaids } from './compose.ts';
