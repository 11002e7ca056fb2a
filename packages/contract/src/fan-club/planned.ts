import type { PlannedRoute } from '../call.ts';

/** Calls of fan-club that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const fanClubPlanned: readonly PlannedRoute[] = [['POST', '/fans/logo']];
