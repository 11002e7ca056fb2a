import type { PlannedRoute } from '../call.ts';

/** Calls of brand that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const brandPlanned: readonly PlannedRoute[] = [['GET', '/geo/lists']];
