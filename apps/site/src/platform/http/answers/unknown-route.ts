import type { PlannedRoute, Route } from '@klieg/contract';
import { patternOf } from './api-path.ts';

/** Tells an address that knows other methods from one that does not exist. */
export function makeRefusalOfUnknown(
  routes: readonly (Route | PlannedRoute)[],
): (method: string, url: string) => 'common.method_not_allowed' | 'common.not_found' {
  const known = routes.map(([method, path]) => ({ method, pattern: patternOf(path) }));
  return (method, url) => {
    const path = url.split('?')[0]!;
    const isKnown = known.some((route) => route.pattern.test(path) && route.method !== method);
    return isKnown ? 'common.method_not_allowed' : 'common.not_found';
  };
}
