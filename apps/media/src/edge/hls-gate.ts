import type { PreviewClaim } from '@klieg/contract/media';
import type { DeliveryMeter } from '../control/delivery-meter.ts';
import type { MediaSpan } from '../control/media-spans.ts';
import type { PreviewMeter } from '../control/preview-meter.ts';
import type { Renewals } from '../control/renewals.ts';
import {
  type CountedStretch,
  type HlsAnswer,
  type HlsRequest,
  isPastPath,
  MASTER_PATH,
  PAST_MASTER_PATH,
  parseHlsPath,
  placeBelow,
  refuse,
} from '../hls/index.ts';
import { chunksIn } from '../packaging/read-chunk.ts';
import { spansOfChunk } from './sockets/chunk-media.ts';
import { cutPiece, isPiece, takeWholePiece, type TakeSpan } from './previews/preview-pieces.ts';

export const HLS_PATH = '/live/hls/';

interface Address {
  readonly streamName: string;
  readonly path: string;
  readonly token: string;
  /** The token is in the query, which players omit for what a list names. */
  readonly isInQuery: boolean;
}

/**
 * Where a request points to, and the token that it shows: the one of the query, which a page's player renews,
 * else the one of the path.
 */
function addressOf(url: URL): Address | undefined {
  const parsed = parseHlsPath(url.pathname);
  if (!parsed) return undefined;
  const inQuery = url.searchParams.get('token') ?? '';
  return { ...parsed, token: inQuery || (parsed.token ?? ''), isInQuery: inQuery !== '' };
}

/** Lists that name renditions, which a player may know nothing else of. */
const LISTS: ReadonlySet<string> = new Set([MASTER_PATH, PAST_MASTER_PATH]);

/** The list of renditions, with the token in the path of each. */
function carryToken(answer: HlsAnswer, { streamName, token }: Address): HlsAnswer {
  if (answer.status !== 200 || !answer.body) return answer;
  const list = placeBelow(answer.body.toString(), `${HLS_PATH}t/${token}/${streamName}/`);
  return { ...answer, body: Buffer.from(list) };
}

export type HlsAsking = Pick<HlsRequest, 'acceptsGzip' | 'cache' | 'signal'>;

export interface HlsGate {
  /** Answers a GET; undefined for other paths. */
  handle(url: URL, about: HlsAsking): Promise<HlsAnswer | undefined>;
  /**
   * Whether a request may be answered from a cache, for an asking proxy; answered when it is that reader's turn (see
   * deploy/nginx). @param cache the proxy's name, empty without one
   * @param signal aborted when the proxy has its answer or no longer waits
   */
  isAllowed(url: URL, cache: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Lets the token in the path of `/live/hls/t/{token}/{stream_name}/token` stand for a fresh one, so that a player
   * using that address continues. False: not allowed.
   */
  renew(url: URL, fresh: string): boolean;
}

/** Path below the stream name where a page renews an address's token. */
const RENEWAL_PATH = 'token';

export interface HlsGateOptions {
  readonly rights: Pick<Renewals, 'play' | 'renew'>;
  readonly previews: PreviewMeter;
  readonly deliveries: Pick<DeliveryMeter, 'count'>;
  readonly handle: (streamName: string, request: HlsRequest, url: URL) => Promise<HlsAnswer>;
  /** True while there is a stream of this name. */
  readonly isKnown: (streamName: string) => boolean;
  /** Simultaneous requests of one login session, until their answers are taken. */
  readonly askedPerSessionMax: number;
  /** Resolves when it is the turn of a reader behind a cache. */
  readonly turn: (streamName: string, request: Pick<HlsRequest, 'path' | 'query' | 'cache'>) => Promise<void>;
}

const REFUSED: HlsAnswer = { status: 403, headers: {} };

const spanBefore = ({ startMs, endMs }: MediaSpan, aheadMs: number): MediaSpan => ({
  startMs: startMs - aheadMs,
  endMs: endMs - aheadMs,
});

/** Every request shows its token, so that a right that ends, ends with the next part. */
export function makeHlsGate({
  rights,
  previews,
  deliveries,
  handle,
  turn,
  isKnown,
  askedPerSessionMax,
}: HlsGateOptions): HlsGate {
  /** The renditions of a playlist's path and of its filter have to be among those of the token. */
  const check = (url: URL) => {
    const address = addressOf(url);
    const claims = address && rights.play(address.token, address.streamName);
    if (!address || !claims) return undefined;
    // A stream's former name is nobody's any more, whatever a cache still has of it.
    const mayRead = !isPastPath(address.path) || (claims.mayGoBack && isKnown(address.streamName));
    return mayRead ? { address, claims } : undefined;
  };
  type Checked = NonNullable<ReturnType<typeof check>>;

  const asked = new Map<string, number>();
  /**
   * Holds a place until the answer is taken or nobody waits for it. False: the session has too many, and keeps others
   * out.
   */
  const takePlace = (session: string, signal: AbortSignal): boolean => {
    const count = asked.get(session) ?? 0;
    if (count >= askedPerSessionMax) return false;
    asked.set(session, count + 1);
    const leave = (): void => {
      const left = asked.get(session)! - 1;
      if (left > 0) asked.set(session, left);
      else asked.delete(session);
    };
    signal.addEventListener('abort', leave, { once: true });
    return true;
  };

  const coversPath = ({ address, claims }: Checked): boolean => {
    const [rendition, ...rest] = address.path.split('/');
    return rest.length === 0 || claims.renditions === undefined || claims.renditions.includes(rendition!);
  };

  const ask = async ({ address, claims }: Checked, url: URL, asking: HlsAsking): Promise<HlsAnswer> => {
    const carries = LISTS.has(address.path) && address.isInQuery;
    const request: HlsRequest = {
      path: address.path,
      query: url.searchParams,
      allowed: claims.renditions,
      ...asking,
      acceptsGzip: asking.acceptsGzip && !carries,
    };
    const answer = await handle(address.streamName, request, url);
    return carries ? carryToken(answer, address) : answer;
  };

  /** The preview whose media a request asks for. */
  const pricedBy = ({ address, claims }: Checked): PreviewClaim | undefined =>
    isPiece(address.path) ? claims.preview : undefined;
  /** By the times of the stream, which its other ways out have. */
  const takerOf =
    (preview: PreviewClaim, { clock }: HlsAnswer): TakeSpan =>
    (span) =>
      previews.take(preview, spanBefore(span, clock?.aheadMs ?? 0));

  /**
   * What counts of a piece sent to somebody whose time is paid for, chunk by chunk, since somebody who leaves midway
   * has seen the earlier ones. It also counts for a cache: its request carries the token of a reader who was already
   * counted, each moment counts once, and anybody can pretend to be a cache.
   */
  const countedOf = (
    { address, claims }: Checked,
    { status, body, clock }: HlsAnswer,
  ): readonly CountedStretch[] | undefined => {
    const { meter } = claims;
    // Going back is never counted, whatever a token says.
    if (
      !meter ||
      !body ||
      isPastPath(address.path) ||
      clock === undefined ||
      status !== 200 ||
      !isPiece(address.path)
    )
      return undefined;
    return [...chunksIn(body)].map((chunk) => ({
      until: chunk.byteOffset + chunk.length - body.byteOffset,
      onHandedOver(): void {
        for (const span of spansOfChunk(chunk))
          deliveries.count(meter, { clock: clock.name, ...spanBefore(span, clock.aheadMs) });
      },
    }));
  };

  return {
    async handle(url, asking) {
      if (!addressOf(url)) return undefined;
      const checked = check(url);
      if (!checked) return REFUSED;
      if (asking.signal.aborted || !takePlace(checked.claims.session, asking.signal)) return refuse(503);
      const answer = await ask(checked, url, asking);
      // A request may have waited for its part for longer than its right lasted.
      if (!check(url)) return REFUSED;
      const counted = countedOf(checked, answer);
      if (counted) return { ...answer, counted };
      const preview = pricedBy(checked);
      if (!preview) return answer;
      // What a cache keeps for others is never cut.
      const take = takerOf(preview, answer);
      if (asking.cache) return takeWholePiece(answer, take) ? answer : REFUSED;
      return cutPiece(answer, take) ?? REFUSED;
    },
    renew(url, fresh) {
      const address = parseHlsPath(url.pathname);
      if (address?.path !== RENEWAL_PATH || address.token === undefined) return false;
      return rights.renew(address.token, fresh, address.streamName);
    },
    async isAllowed(url, cache, signal) {
      const checked = check(url);
      if (!checked || !coversPath(checked)) return false;
      if (signal.aborted || !takePlace(checked.claims.session, signal)) return false;
      const { streamName, path } = checked.address;
      // The past is already there: nobody waits for it.
      if (!isPastPath(path)) await turn(streamName, { path, query: url.searchParams, cache });
      const preview = pricedBy(checked);
      const isCounted = preview !== undefined || (isPiece(path) && checked.claims.meter !== undefined);
      // The cache does not say what it delivers, so it is looked up here.
      const piece = isCounted ? await ask(checked, url, { acceptsGzip: false, signal }) : undefined;
      // The right may have ended meanwhile.
      if (!check(url)) return false;
      // What a cache hands out it also delivers: it is asked for by the player, piece by piece.
      for (const { onHandedOver } of (piece && countedOf(checked, piece)) ?? []) onHandedOver();
      return !preview || !piece || takeWholePiece(piece, takerOf(preview, piece));
    },
  };
}
