import type { PlannedRoute } from '../call.ts';

/** Calls of content-pages that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const contentPagesPlanned: readonly PlannedRoute[] = [['POST', '/faq/{article}/helpful']];
