import type { PlannedRoute } from '../call.ts';

/** Calls of broadcast that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const broadcastPlanned: readonly PlannedRoute[] = [];
