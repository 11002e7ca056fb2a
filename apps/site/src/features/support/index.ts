export { composeSupport } from './compose.ts';
