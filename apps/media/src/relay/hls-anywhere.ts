import type { Broadcast } from '../broadcasts/broadcast.ts';
import type { HlsAsking } from '../edge/hls-gate.ts';
import { type HlsAnswer, type HlsRequest, isPastPath, parseHlsPath } from '../hls/index.ts';
import type { Origins } from './origins.ts';
import { makeRemoteHls, type RemoteHls, type RemoteHlsOptions, tellClock } from './remote-hls.ts';

/** Low-latency HLS of any stream, wherever it is packaged. */
export interface HlsAnywhere {
  /** Answers for an entitled player. */
  hls(streamName: string, request: HlsRequest): Promise<HlsAnswer>;
  /** Resolves when it is the turn of a reader behind a cache. */
  hlsTurn(streamName: string, request: Pick<HlsRequest, 'path' | 'query' | 'cache'>): Promise<void>;
  /** Answers another process, which has checked the player's right. */
  localHls(url: URL, asking: HlsAsking): Promise<HlsAnswer | undefined>;
  /** Requests to other processes, and what is cached of them. */
  readonly remoteHls: RemoteHls;
}

export interface HlsAnywhereOptions extends Pick<RemoteHlsOptions, 'ask'> {
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly hlsKeptBytesMax: number;
  readonly findNamed: (streamName: string) => Broadcast | undefined;
  readonly findOrigin: Origins['find'];
  /** Resolves when the stream is there, or has had its time to come. */
  readonly awaitStream: (streamName: string) => Promise<void>;
  /** Resolves when the stream is at another address than this, or has had its time to come there. */
  readonly awaitMove: (streamName: string, url: string | undefined) => Promise<void>;
}

/** Prefix of paths for requests between processes. */
const INTERNAL = '/internal';
/** Players that wait for an origin's answer; more are sent away. */
const WAITERS_MAX = 20_000;
const NOT_FOUND: HlsAnswer = { status: 404, headers: { 'cache-control': 'no-store' } };
const COME_BACK: HlsAnswer = { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } };

/** It has no such resource, or not now. */
const isRefused = ({ status }: HlsAnswer): boolean =>
  status === COME_BACK.status || status === NOT_FOUND.status;

/** This process's own answer. The past is never paid for, so it needs no clock. */
const localAnswer = ({ pipeline }: Broadcast, request: HlsRequest): Promise<HlsAnswer> =>
  (isPastPath(request.path) ? pipeline.past : pipeline.hls).handle(request);

export function makeHlsAnywhere(options: HlsAnywhereOptions): HlsAnywhere {
  const { ask, findNamed, findOrigin, monotonic: now, hlsKeptBytesMax: bytesMax } = options;
  const remoteHls = makeRemoteHls({ ask, now, bytesMax, waitersMax: WAITERS_MAX });

  const answerFrom = (url: string | undefined, streamName: string, request: HlsRequest) => {
    if (!url) return COME_BACK;
    const handle = isPastPath(request.path) ? remoteHls.handlePast : remoteHls.handle;
    return handle(url, streamName, request);
  };

  /**
   * Many players give up a stream after three refusals in a row, which takes only four seconds. So a request that its
   * origin does not answer (any more) waits for the stream to continue elsewhere.
   */
  const answerAnywhere = async (streamName: string, request: HlsRequest): Promise<HlsAnswer> => {
    const origin = findOrigin(streamName);
    const first = await answerFrom(origin?.url, streamName, request);
    const hasMoved = findOrigin(streamName)?.url !== origin?.url || findNamed(streamName) !== undefined;
    const mayMove = first.status === COME_BACK.status || origin?.isLeaving === true || hasMoved;
    if (!isRefused(first) || !mayMove) return first;
    await options.awaitMove(streamName, origin?.url);
    if (request.signal.aborted) return first;
    const own = findNamed(streamName);
    if (own) return localAnswer(own, request);
    const next = findOrigin(streamName)?.url;
    return next === origin?.url ? first : answerFrom(next, streamName, request);
  };

  return {
    remoteHls,
    async hls(streamName, request) {
      await options.awaitStream(streamName);
      const own = findNamed(streamName);
      const answer = own && (await localAnswer(own, request));
      // What left in the meantime is asked for where it is now.
      if (answer && !(isRefused(answer) && findNamed(streamName) !== own)) return answer;
      return findOrigin(streamName) ? answerAnywhere(streamName, request) : NOT_FOUND;
    },
    async hlsTurn(streamName, request) {
      const own = findNamed(streamName);
      if (own) return own.pipeline.hls.turn(request);
      if (findOrigin(streamName)?.url) await remoteHls.turn(streamName, request);
    },
    async localHls(url, asking) {
      const address = parseHlsPath(url.pathname.slice(INTERNAL.length));
      const own = address && findNamed(address.streamName);
      if (!own) return undefined;
      const allowed = url.searchParams.get('allowed')?.split(',');
      const request = { path: address.path, query: url.searchParams, allowed, ...asking };
      return tellClock(await localAnswer(own, request));
    },
  };
}
