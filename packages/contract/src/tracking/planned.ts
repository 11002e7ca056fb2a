import type { PlannedRoute } from '../call.ts';

/** Calls of tracking that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const trackingPlanned: readonly PlannedRoute[] = [['POST', '/csp-report']];
