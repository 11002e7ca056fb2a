import type { PlannedRoute } from '../call.ts';

/** Calls of back-office that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const backOfficePlanned: readonly PlannedRoute[] = [
  ['GET', '/admin/payouts'],
  ['POST', '/admin/payouts/{id}'],
  ['POST', '/admin/jurisdictions'],
  ['GET', '/admin/sites'],
  ['POST', '/admin/sites/{id}'],
  ['GET', '/admin/content'],
  ['POST', '/admin/content'],
  ['GET', '/admin/tags'],
  ['POST', '/admin/tags'],
  ['GET', '/admin/ai-models'],
  ['POST', '/admin/ai-models'],
  ['GET', '/admin/tournaments'],
  ['POST', '/admin/tournaments'],
  ['GET', '/admin/studios'],
  ['POST', '/admin/studios'],
  ['POST', '/admin/studios/{id}'],
  ['GET', '/admin/affiliates'],
  ['POST', '/admin/affiliates/{id}'],
  ['GET', '/admin/switches'],
  ['POST', '/admin/switches'],
  ['POST', '/admin/auditor'],
];
