export { composeFanClub } from './compose.ts';
