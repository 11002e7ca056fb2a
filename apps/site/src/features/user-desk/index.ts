export { composeUserDesk } from './compose.ts';
