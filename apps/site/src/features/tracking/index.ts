export { composeTracking } from './compose.ts';
