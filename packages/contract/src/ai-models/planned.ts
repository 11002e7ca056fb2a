import type { PlannedRoute } from '../call.ts';

/** Calls of ai-models that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const aiModelsPlanned: readonly PlannedRoute[] = [
  ['GET', '/ai/model/{name}-ai'],
  ['GET', '/ai/browse/{url}'],
  ['POST', '/ai/image/generate/prompt/{id}'],
  ['GET', '/ai/image/{id}'],
  ['GET', '/ai/images'],
  ['GET', '/dickratings/model/{name}'],
  ['GET', '/dickratings/open_request'],
  ['POST', '/dickratings/{username}/image'],
  ['POST', '/dickratings/{username}/request'],
  ['GET', '/dickratings/requests'],
  ['POST', '/dickratings/requests/{id}/deliver'],
  ['POST', '/dickratings/requests/{id}/decline'],
];
