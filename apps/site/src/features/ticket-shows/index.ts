export { composeTicketShows, type TicketShowsFeature } from './compose.ts';
