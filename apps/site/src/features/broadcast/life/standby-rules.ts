/** Studios whose models may keep a room in standby (LIVE-VIDEO-036). */
const STANDBY_STUDIOS: ReadonlySet<string> = new Set(['camwithher', 'camwithhermatrix', 'rtvision']);

/** Whether a room may be open without a picture: on one of the configured domains, or for these studios. */
export const isStandbyAllowed = (
  about: { readonly host: string; readonly studioSlug: string | null },
  domains: ReadonlySet<string>,
): boolean => domains.has(about.host) || (about.studioSlug !== null && STANDBY_STUDIOS.has(about.studioSlug));
