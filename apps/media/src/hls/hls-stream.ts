import type { FragmentSink } from '../packaging/units.ts';
import { makeCacheTurns } from './cache-turns.ts';
import { CACHING, type HlsAnswer, mediaAnswer, playlistAnswer, playlistBody, refuse } from './hls-answer.ts';
import { type HlsResource, isRenditionId, parsePlaylistQuery, parseResource } from './hls-path.ts';
import { masterPlaylist } from './master-playlist.ts';
import { makeRendition, type Rendition } from './rendition.ts';
import type { PartRing } from './part-ring.ts';
import {
  canBegin,
  isLagging,
  isReady,
  playlistMoment,
  readInit,
  readPart,
  readSegment,
} from './ring-reads.ts';
import { makeTimeAnchor } from './time-anchor.ts';
import { makeWaitingRoom, type WaitResult } from './waiting-room.ts';

/** A stream as low-latency HLS: CMAF chunks in, playlists and parts out. */
export interface HlsStream {
  /**
   * The sink of a rendition, made on first use. `kbpsNominal` is its bit rate until it is measured.
   * @throws Error for an id that is not allowed in a path, and beyond 16 renditions
   */
  rendition(id: string, options?: { readonly kbpsNominal?: number }): FragmentSink;
  removeRendition(id: string): void;
  /** The stream is over: playlists say so, waiting requests are answered. A repeat does nothing. */
  end(): void;
  /** The stream continues at another process: waiting requests are told to retry, and nobody that it is over. */
  leave(): void;
  /** Answers a request that is entitled to the stream; never rejects. */
  handle(request: HlsRequest): Promise<HlsAnswer>;
  /**
   * Resolves when a cache that asks for the right of a reader should be answered, so that its readers
   * need not wait for each other; deploy/nginx says why. Rights are to be checked before and after it.
   */
  turn(request: Pick<HlsRequest, 'path' | 'query' | 'cache'>): Promise<void>;
  /** The number of the segment after the newest; undefined if there is none. */
  readonly nextSegment: number | undefined;
  /** When somebody last asked; a stream without readers may be left unpackaged. */
  readonly lastRequestMs: number | undefined;
  readonly bytesSent: number;
  /** Requests, and readers behind caches, that wait for something to come. */
  readonly waiting: number;
}

export interface HlsRequest {
  /** The path below the stream name, for example `source/media.m3u8`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Renditions that the token allows; undefined: all. */
  readonly allowed: readonly string[] | undefined;
  readonly acceptsGzip: boolean;
  /** Name of the cache that asks for others; absent or empty: a reader asks. */
  readonly cache?: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface HlsStreamOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds. */
  readonly wallClock: () => number;
  /** The number of the first segment, asked when it is made; absent or undefined: by the clock. */
  readonly firstSegment?: () => number | undefined;
  /** Wanted length of a part. */
  readonly partMs?: number;
  /** Renditions that are made or about to be; the list of them waits for these. Absent: one. */
  readonly renditionsExpected?: () => number;
  /** A request waits no longer than this. */
  readonly blockMsMax?: number;
  /** More than this many waiting requests are turned away. */
  readonly waitersMax?: number;
}

/** One chunk of 200 ms or three of 80 ms, with room for longer ones. */
const PART_MS = 240;
const BLOCK_MS_MAX = 5_000;
/**
 * A player reads the list of renditions once, so it waits until each has a whole segment, by which rates are measured.
 * With keyframes every two seconds that takes up to five; one who waits longer gets what there is.
 */
const MASTER_MS_MAX = 8_000;
const WAITERS_MAX = 5_000;
const RENDITIONS_MAX = 16;
/** For caches in the same network. */
const TURNS = { storeMs: 15, fetchMs: 100, keysMax: 1_024, waitingMax: 20_000 } as const;
/** The rendition that is as it came in, and so never late. */
const SOURCE_ID = 'source';
/** With this few segments a rendition has just begun. */
const BEGINNING_SEGMENTS = 2;
/** Renditions whose segments begin this close to each other begin with the same keyframe. */
const ALIGNED_MS = 50;

type PieceOf<Kind extends HlsResource['kind']> = Extract<HlsResource, { kind: Kind }>;

const refusalOf = (result: Exclude<WaitResult, 'done'>): HlsAnswer =>
  refuse(result === 'aborted' ? 499 : 503);

/** Names a resource and the cache that asks for it; undefined for what is not cached. */
function turnKey(
  { cache, path, query }: Pick<HlsRequest, 'cache' | 'path' | 'query'>,
  resource: HlsResource,
): string | undefined {
  if (!cache || resource.kind === 'master') return undefined;
  if (resource.kind !== 'media') return `${cache} ${path}`;
  const asked = ['_HLS_msn', '_HLS_part', '_HLS_skip'].map((name) => query.get(name) ?? '');
  // The newest playlist is another one each second.
  return asked[0] === '' ? undefined : [cache, path, ...asked].join(' ');
}

export function makeHlsStream(options: HlsStreamOptions): HlsStream {
  const { now, wallClock, partMs = PART_MS } = options;
  const renditions = new Map<string, Rendition>();
  const anchor = makeTimeAnchor(wallClock);
  const waitMsMax = options.blockMsMax ?? BLOCK_MS_MAX;
  const room = makeWaitingRoom({ waitersMax: options.waitersMax ?? WAITERS_MAX, waitMsMax });
  const masterRoom = makeWaitingRoom({
    waitersMax: options.waitersMax ?? WAITERS_MAX,
    waitMsMax: options.blockMsMax ?? MASTER_MS_MAX,
  });
  const turnRoom = makeWaitingRoom({ waitersMax: TURNS.keysMax, waitMsMax });
  const turns = makeCacheTurns(TURNS);
  /** Segments last a second or more, so a new stream never repeats a number known to caches. */
  const msnStart = Math.floor(wallClock() / 1_000);
  /** Beyond all segments of removed renditions. */
  let removedNext = 0;
  let isEnded = false;
  let lastRequestMs: number | undefined;
  let bytesSent = 0;

  /** A rendition that comes later counts its segments as the others do. */
  const firstMsn = (startMs: number): number => {
    const rings = [...renditions.values()].map(({ ring }) => ring).filter(isReady);
    const aligned = rings
      .flatMap((ring) => ring.segments)
      .find((segment) => Math.abs(segment.startMs - startMs) < ALIGNED_MS);
    if (aligned) return aligned.msn;
    const given = Math.max(removedNext, ...rings.map((ring) => ring.next.msn));
    return given > 0 ? given : (options.firstSegment?.() ?? msnStart);
  };

  const reportsBeside = (id: string) =>
    [...renditions].flatMap(([other, { report }]) => (other !== id && report ? [report] : []));

  const answerMaster = async ({ query, allowed, acceptsGzip, signal }: HlsRequest): Promise<HlsAnswer> => {
    const areKnown = (): boolean => {
      const best = renditions.get(SOURCE_ID)?.ring;
      // A new one may catch up; one that has lagged for longer is no longer waited for.
      const isCatchingUp = (ring: PartRing): boolean =>
        ring.segments.length <= BEGINNING_SEGMENTS && isLagging(ring, best);
      const known = [...renditions.values()].filter(({ ring }) => canBegin(ring) && !isCatchingUp(ring));
      return known.length >= (options.renditionsExpected?.() ?? 1);
    };
    const result = await masterRoom.wait(() => isEnded || areKnown(), signal);
    const isAnyReady = [...renditions.values()].some(({ ring }) => isReady(ring));
    if (result !== 'done' && (result !== 'timeout' || !isAnyReady)) return refusalOf(result);
    const named = query.get('renditions') ?? '';
    const wanted = named === '' ? undefined : named.split(',', RENDITIONS_MAX);
    const open = [...renditions].filter(
      ([id, { ring }]) => isReady(ring) && allowed?.includes(id) !== false && wanted?.includes(id) !== false,
    );
    // What lags is not offered, unless there is nothing else.
    const best = renditions.get(SOURCE_ID)?.ring;
    const current = open.filter(([, { ring }]) => !isLagging(ring, best));
    const variants = (current.length > 0 ? current : open).map(([, { variant }]) => variant);
    if (variants.length === 0) return refuse(404);
    return playlistAnswer(playlistBody(masterPlaylist(variants)), CACHING.none, acceptsGzip);
  };

  const answerMedia = async (id: string, rendition: Rendition, request: HlsRequest): Promise<HlsAnswer> => {
    const query = parsePlaylistQuery(request.query);
    if (!query) return refuse(400);
    const moment = () => playlistMoment(rendition.ring, query.until);
    const result = await room.wait(() => moment() !== 'wait', request.signal);
    // With keyframes far apart, a playlist of parts only is better than none.
    const isShort = result === 'timeout' && !query.until && isReady(rendition.ring);
    if (result !== 'done' && !isShort) return refusalOf(result);
    if (moment() === 'beyond') return refuse(400);
    if (renditions.get(id) !== rendition || !isReady(rendition.ring)) return refuse(404);
    const body = rendition.playlist(query.canSkip, () => reportsBeside(id));
    const caching = query.until ? CACHING.awaited : CACHING.newest;
    return playlistAnswer(body, caching, request.acceptsGzip);
  };

  const answerPart = async (
    { ring }: Rendition,
    { msn, part }: PieceOf<'part'>,
    signal: AbortSignal,
  ): Promise<HlsAnswer> => {
    const result = await room.wait(() => readPart(ring, msn, part) !== 'wait', signal);
    if (result !== 'done') return refusalOf(result);
    const found = readPart(ring, msn, part);
    return typeof found === 'string' ? refuse(404) : mediaAnswer(found);
  };

  /**
   * A rendition that players know from before, when the stream was at another process, may still have to be made here.
   */
  const answerLate = async (id: string, request: HlsRequest): Promise<HlsAnswer> => {
    const isExpected = (): boolean => renditions.size < (options.renditionsExpected?.() ?? 1);
    const result = await room.wait(() => isEnded || renditions.has(id) || !isExpected(), request.signal);
    if (result === 'aborted' || result === 'full') return refusalOf(result);
    const rendition = renditions.get(id);
    return rendition ? answerMedia(id, rendition, request) : refuse(404);
  };

  const answer = (request: HlsRequest): Promise<HlsAnswer> | HlsAnswer => {
    const resource = parseResource(request.path);
    if (!resource) return refuse(404);
    if (resource.kind === 'master') return answerMaster(request);
    if (request.allowed?.includes(resource.rendition) === false) return refuse(403);
    const rendition = renditions.get(resource.rendition);
    if (!rendition) return resource.kind === 'media' ? answerLate(resource.rendition, request) : refuse(404);
    if (resource.kind === 'media') return answerMedia(resource.rendition, rendition, request);
    if (resource.kind === 'part') return answerPart(rendition, resource, request.signal);
    const read = resource.kind === 'init' ? readInit : readSegment;
    const data = read(rendition.ring, resource.msn);
    return data ? mediaAnswer(data) : refuse(404);
  };

  /** True when a resource can be answered without waiting. */
  const hasCome = (resource: HlsResource, query: URLSearchParams): boolean => {
    const ring = resource.kind === 'master' ? undefined : renditions.get(resource.rendition)?.ring;
    if (!ring) return true;
    if (resource.kind === 'part') return readPart(ring, resource.msn, resource.part) !== 'wait';
    const asked = resource.kind === 'media' ? parsePlaylistQuery(query) : undefined;
    return !asked || playlistMoment(ring, asked.until) !== 'wait';
  };

  const wake = (): void => {
    room.wake();
    masterRoom.wake();
    turnRoom.wake();
  };

  const add = (id: string, kbpsNominal: number | undefined): Rendition => {
    if (!isRenditionId(id)) throw new Error(`rendition id ${JSON.stringify(id)} cannot stand in a path`);
    if (renditions.size >= RENDITIONS_MAX) throw new Error(`more than ${RENDITIONS_MAX} renditions`);
    const rendition = makeRendition({ id, kbpsNominal, partMs, anchor, firstMsn, onChange: wake });
    renditions.set(id, rendition);
    if (isEnded) rendition.ring.end();
    return rendition;
  };

  return {
    rendition: (id, { kbpsNominal } = {}) => (renditions.get(id) ?? add(id, kbpsNominal)).sink,
    removeRendition(id) {
      const rendition = renditions.get(id);
      renditions.delete(id);
      if (rendition && isReady(rendition.ring))
        removedNext = Math.max(removedNext, rendition.ring.next.msn + 1);
      rendition?.ring.end();
    },
    end() {
      isEnded = true;
      for (const { ring } of renditions.values()) ring.end();
      wake();
    },
    leave() {
      for (const each of [room, masterRoom, turnRoom]) each.dismiss();
    },
    async turn(request) {
      const resource = parseResource(request.path);
      const key = resource && turnKey(request, resource);
      if (!key) return;
      // The first reader is answered and gone before the resource has come.
      const { signal } = new AbortController();
      await turns.take(key, () => turnRoom.wait(() => hasCome(resource, request.query), signal));
    },
    async handle(request) {
      lastRequestMs = now();
      const answered = await answer(request);
      bytesSent += answered.body?.length ?? 0;
      const resource = request.cache ? parseResource(request.path) : undefined;
      if (resource) turns.fetched(turnKey(request, resource) ?? '');
      return answered;
    },
    get nextSegment() {
      const rings = [...renditions.values()].map(({ ring }) => ring).filter(isReady);
      return rings.length > 0 ? Math.max(...rings.map((ring) => ring.next.msn)) + 1 : undefined;
    },
    get lastRequestMs() {
      return lastRequestMs;
    },
    get bytesSent() {
      return bytesSent;
    },
    get waiting() {
      return room.size + masterRoom.size + turns.waiting;
    },
  };
}
