import type { Call } from '@klieg/contract';

const API = '/api/v1';

/** Tells an address that knows other methods from one that does not exist. */
export function makeRefusalOfUnknown(
  callsByFeature: Readonly<Record<string, Readonly<Record<string, Call>>>>,
): (method: string, url: string) => 'common.method_not_allowed' | 'common.not_found' {
  const paths = Object.values(callsByFeature)
    .flatMap((calls) => Object.values(calls))
    .map(({ route: [method, path] }) => ({
      method,
      pattern: new RegExp(`^${API}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
  return (method, url) => {
    const path = url.split('?')[0]!;
    const isKnown = paths.some((known) => known.pattern.test(path) && known.method !== method);
    return isKnown ? 'common.method_not_allowed' : 'common.not_found';
  };
}
