export { composeAnnouncements } from './compose.ts';
