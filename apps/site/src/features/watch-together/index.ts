export { composeWatchTogether } from './compose.ts';
