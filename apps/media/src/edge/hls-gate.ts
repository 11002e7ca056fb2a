import type { Access } from '../control/access.ts';
import { type HlsAnswer, type HlsRequest, parseHlsPath } from '../hls/index.ts';

export const HLS_PATH = '/live/hls/';

/** Where a request points to, and the token that it shows, in its path or beside it. */
function addressOf(url: URL): { streamName: string; path: string; token: string } | undefined {
  const parsed = parseHlsPath(url.pathname);
  return parsed && { ...parsed, token: parsed.token ?? url.searchParams.get('token') ?? '' };
}

export type HlsAsking = Pick<HlsRequest, 'acceptsGzip' | 'cache' | 'signal'>;

export interface HlsGate {
  /** Answers a GET; undefined where the path is none of ours. */
  handle(url: URL, about: HlsAsking): Promise<HlsAnswer | undefined>;
  /**
   * Whether a request may be answered from a cache, for a proxy that asks; it is answered when it is
   * that reader's turn (see deploy/nginx). @param cache the proxy's name, empty without one
   */
  isAllowed(url: URL, cache: string): Promise<boolean>;
}

export interface HlsGateOptions {
  readonly access: Access;
  readonly handle: (streamName: string, request: HlsRequest, url: URL) => Promise<HlsAnswer>;
  /** Resolves when it is the turn of a reader behind a cache. */
  readonly turn: (streamName: string, request: Pick<HlsRequest, 'path' | 'query' | 'cache'>) => Promise<void>;
}

/** Every request shows its token, so that a right that ends, ends with the next part. */
export function makeHlsGate({ access, handle, turn }: HlsGateOptions): HlsGate {
  /** The renditions of a playlist's path and of its filter have to be among those of the token. */
  const check = (url: URL) => {
    const address = addressOf(url);
    const claims = address && access.play(address.token, address.streamName);
    return address && claims ? { address, claims } : undefined;
  };
  const coversPath = ({ address, claims }: NonNullable<ReturnType<typeof check>>): boolean => {
    const [rendition, ...rest] = address.path.split('/');
    return rest.length === 0 || claims.renditions === undefined || claims.renditions.includes(rendition!);
  };
  return {
    async handle(url, asking) {
      if (!addressOf(url)) return undefined;
      const checked = check(url);
      if (!checked) return { status: 403, headers: {} };
      const { address, claims } = checked;
      const allowed = claims.renditions;
      const request: HlsRequest = { path: address.path, query: url.searchParams, allowed, ...asking };
      const answer = await handle(address.streamName, request, url);
      // A request may have waited for its part for longer than its right lasted.
      return check(url) ? answer : { status: 403, headers: {} };
    },
    async isAllowed(url, cache) {
      const checked = check(url);
      if (!checked || !coversPath(checked)) return false;
      const { streamName, path } = checked.address;
      await turn(streamName, { path, query: url.searchParams, cache });
      // The right may have ended meanwhile.
      return check(url) !== undefined;
    },
  };
}
