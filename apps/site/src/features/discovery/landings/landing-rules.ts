/** The parts of a request for a page that say how somebody came to it. */
export interface Arrival {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A page of a performer, such as `/anna` or `/anna/bio`; names of other pages belong to nobody. */
const OWN_PAGE = /^\/([a-z0-9][a-z0-9_]{2,19})(?:\/(?:bio|fanclub))?\/?$/;

/**
 * The performer on whose page a visitor from another site landed; undefined for everything else: moves within the site,
 * typed addresses, and prefetching programs. Browsers tell this (Sec-Fetch-…), and pages cannot change what they say.
 * @param ownHosts hosts of this site, with their ports
 */
export function landedAt(
  { method, url, headers }: Arrival,
  ownHosts: ReadonlySet<string>,
): string | undefined {
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate') return undefined;
  if (headers['sec-fetch-dest'] !== 'document' || headers['sec-fetch-site'] !== 'cross-site')
    return undefined;
  if (headers['sec-purpose'] || headers['purpose']) return undefined;
  const referrer = headers['referer'];
  const from = typeof referrer === 'string' ? URL.parse(referrer) : null;
  if (!from || !/^https?:$/.test(from.protocol) || ownHosts.has(from.host)) return undefined;
  return OWN_PAGE.exec(url.split('?')[0]!)?.[1];
}
