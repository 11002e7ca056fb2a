export { composeCards } from './compose.ts';
