import type { PreviewClaim } from '@klieg/contract/media';
import type { Access } from '../control/access.ts';
import type { PreviewMeter } from '../control/preview-meter.ts';
import { type HlsAnswer, type HlsRequest, parseHlsPath } from '../hls/index.ts';
import { cutPiece, isPiece, takeWholePiece, type TakeSpan } from './preview-pieces.ts';

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
  readonly previews: PreviewMeter;
  readonly handle: (streamName: string, request: HlsRequest, url: URL) => Promise<HlsAnswer>;
  /** Resolves when it is the turn of a reader behind a cache. */
  readonly turn: (streamName: string, request: Pick<HlsRequest, 'path' | 'query' | 'cache'>) => Promise<void>;
}

const { signal: NEVER_ABORTED } = new AbortController();
const REFUSED: HlsAnswer = { status: 403, headers: {} };

/** Every request shows its token, so that a right that ends, ends with the next part. */
export function makeHlsGate({ access, previews, handle, turn }: HlsGateOptions): HlsGate {
  /** The renditions of a playlist's path and of its filter have to be among those of the token. */
  const check = (url: URL) => {
    const address = addressOf(url);
    const claims = address && access.play(address.token, address.streamName);
    return address && claims ? { address, claims } : undefined;
  };
  type Checked = NonNullable<ReturnType<typeof check>>;

  const coversPath = ({ address, claims }: Checked): boolean => {
    const [rendition, ...rest] = address.path.split('/');
    return rest.length === 0 || claims.renditions === undefined || claims.renditions.includes(rendition!);
  };

  const ask = ({ address, claims }: Checked, url: URL, asking: HlsAsking): Promise<HlsAnswer> => {
    const request: HlsRequest = {
      path: address.path,
      query: url.searchParams,
      allowed: claims.renditions,
      ...asking,
    };
    return handle(address.streamName, request, url);
  };

  /** The preview whose media a request asks for. */
  const pricedBy = ({ address, claims }: Checked): PreviewClaim | undefined =>
    isPiece(address.path) ? claims.preview : undefined;
  const takerOf =
    (preview: PreviewClaim): TakeSpan =>
    (span) =>
      previews.take(preview, span);

  return {
    async handle(url, asking) {
      if (!addressOf(url)) return undefined;
      const checked = check(url);
      if (!checked) return REFUSED;
      const answer = await ask(checked, url, asking);
      // A request may have waited for its part for longer than its right lasted.
      if (!check(url)) return REFUSED;
      const preview = pricedBy(checked);
      if (!preview) return answer;
      // What a cache keeps for others is never cut.
      if (asking.cache) return takeWholePiece(answer, takerOf(preview)) ? answer : REFUSED;
      return cutPiece(answer, takerOf(preview)) ?? REFUSED;
    },
    async isAllowed(url, cache) {
      const checked = check(url);
      if (!checked || !coversPath(checked)) return false;
      const { streamName, path } = checked.address;
      await turn(streamName, { path, query: url.searchParams, cache });
      const preview = pricedBy(checked);
      // The cache does not say what it hands out, so it is looked up here.
      const piece = preview && (await ask(checked, url, { acceptsGzip: false, signal: NEVER_ABORTED }));
      // The right may have ended meanwhile.
      if (!check(url)) return false;
      return !preview || !piece || takeWholePiece(piece, takerOf(preview));
    },
  };
}
