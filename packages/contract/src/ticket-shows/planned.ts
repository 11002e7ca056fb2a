import type { PlannedRoute } from '../call.ts';

/** Calls of ticket shows that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const ticketShowsPlanned: readonly PlannedRoute[] = [['POST', '/limited/{username}/recording']];
