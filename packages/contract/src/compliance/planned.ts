import type { PlannedRoute } from '../call.ts';

/** Calls of compliance that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const compliancePlanned: readonly PlannedRoute[] = [['POST', '/callback/zendesk']];
