import { isRouteErrorResponse } from 'react-router';

const NOT_FOUND = 'Page not found';

/** The name of an error page as the server sends it; undefined for a page that is there, but not for this person. */
export function errorTitle(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error) || error.status >= 500) return 'Oops';
  const refusal: unknown = error.data;
  if (typeof refusal !== 'object' || refusal === null) return NOT_FOUND;
  if ('isForModels' in refusal) return undefined;
  return ('message' in refusal && typeof refusal.message === 'string' && refusal.message) || NOT_FOUND;
}
