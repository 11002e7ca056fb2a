export { composeActs } from './compose.ts';
