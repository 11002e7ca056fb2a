import type { CookieChange } from './caller.ts';

/** A change of a cookie as the header of an answer says it. */
export const cookieText = (change: CookieChange, isSecure: boolean): string => {
  const age = change.value === undefined ? 0 : change.maxAgeSeconds;
  return [
    `${change.name}=${change.value ?? ''}`,
    'Path=/',
    ...(change.isReadable ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ].join('; ');
};
