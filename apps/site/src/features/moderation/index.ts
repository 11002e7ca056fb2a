export { composeSiteModeration } from './compose.ts';
