import { HLS_PATH } from '../edge/hls-gate.ts';
import {
  type HlsAnswer,
  type HlsRequest,
  type HlsResource,
  MASTER_PATH,
  parsePlaylistQuery,
  parseResource,
  refuse,
} from '../hls/index.ts';
import { makeCacheTurns } from '../hls/cache-turns.ts';
import type { AskNode } from './ask-node.ts';
import { type Fetched, makeSharedAnswers } from './shared-answers.ts';

/**
 * Low-latency HLS of streams that other processes package. The origin is asked once for each playlist and each piece,
 * however many players of this process want it at a time; its answer is passed on unchanged.
 */
export interface RemoteHls {
  /** Answers an entitled player. @param url internal address of the origin */
  handle(url: string, streamName: string, request: HlsRequest): Promise<HlsAnswer>;
  /** What a stream keeps of its past, asked for by each player. @param url internal address of the origin */
  handlePast(url: string, streamName: string, request: HlsRequest): Promise<HlsAnswer>;
  /** Resolves when it is the turn of a reader behind a cache; deploy/nginx says why. */
  turn(streamName: string, request: Pick<HlsRequest, 'path' | 'query' | 'cache'>): Promise<void>;
  /** Nobody may have anything of a stream of this name any more. */
  forget(streamName: string): void;
  /** To be called about each second. */
  sweep(): void;
  readonly figures: HlsFigures;
}

/** Since the start; `bytes` and `waiting` are of now. */
export interface HlsFigures {
  /** Questions of players that were answered with something. */
  readonly answered: number;
  /** Questions to origins, without those about the past. */
  readonly asked: number;
  readonly bytesSent: number;
  /** Bytes that are kept for others. */
  readonly bytes: number;
  readonly waiting: number;
}

export interface RemoteHlsOptions {
  readonly ask: AskNode;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Most bytes cached for all streams together. */
  readonly bytesMax: number;
  readonly waitersMax: number;
}

const COME_BACK: HlsAnswer = { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } };
/** Headers in which an origin names the clock of a piece's times; they are not passed on to players. */
const CLOCK_HEADER = 'x-stream-clock';
const AHEAD_HEADER = 'x-stream-ahead';
/** A resource that no cache has requested this long after its first reader is already in that cache. */
const COME_MS = 400;
const TURNS = { storeMs: 15, fetchMs: 100, keysMax: 10_000, waitingMax: 20_000 } as const;
/** The bytes of a piece's name never change, and nobody requests any but the newest. */
const PIECE_MS = 12_000;
/** A playlist with a certain part; somebody who asks late for it also needs the newest parts. */
const AWAITED_MS = 500;
/** About as long as a part lasts. */
const NEWEST_MS = 200;
/** What any malformed question for a playlist is asked as. */
const MALFORMED = '?_HLS_msn=x';

interface Question {
  /** The path below the stream name, with its query. */
  readonly path: string;
  readonly keepMs: number;
}

/** The normalised request, so that there are no more of them than resources. */
function playlistQuestion(path: string, query: URLSearchParams): Question {
  const asked = parsePlaylistQuery(query);
  if (!asked) return { path: `${path}${MALFORMED}`, keepMs: 0 };
  const { until, canSkip } = asked;
  const skip = canSkip ? '_HLS_skip=YES' : '';
  if (!until) return { path: `${path}?${skip}`, keepMs: NEWEST_MS };
  const part = until.part === undefined ? '' : `&_HLS_part=${until.part}`;
  return { path: `${path}?_HLS_msn=${until.msn}${part}&${skip}`, keepMs: AWAITED_MS };
}

/** The list of renditions depends on what a token allows. */
function masterQuestion({ path, query, allowed }: HlsRequest): Question {
  const asked = new URLSearchParams();
  const wanted = query.get('renditions') ?? '';
  if (wanted !== '') asked.set('renditions', wanted);
  if (allowed) asked.set('allowed', allowed.join(','));
  return { path: `${path}?${asked}`, keepMs: 0 };
}

function questionOf(resource: HlsResource, request: HlsRequest): Question {
  if (resource.kind === 'master') return masterQuestion(request);
  if (resource.kind === 'media') return playlistQuestion(request.path, request.query);
  return { path: request.path, keepMs: PIECE_MS };
}

/** What an origin is asked for about the past: the player's own question without its token, and what that allows. */
function pastPath(streamName: string, { path, query, allowed }: HlsRequest): string {
  const asked = new URLSearchParams(query);
  asked.delete('token');
  if (allowed) asked.set('allowed', allowed.join(','));
  return `${HLS_PATH}${streamName}/${path}?${asked}`;
}

/** Names a resource and the cache that asks for it; undefined for what is not cached or changes. */
function turnKey(
  streamName: string,
  { cache, path, query }: Pick<HlsRequest, 'cache' | 'path' | 'query'>,
): string | undefined {
  if (!cache || path === MASTER_PATH) return undefined;
  if (!path.endsWith('.m3u8')) return [cache, streamName, path].join(' ');
  const asked = ['_HLS_msn', '_HLS_part', '_HLS_skip'].map((name) => query.get(name) ?? '');
  return asked[0] === '' ? undefined : [cache, streamName, path, ...asked].join(' ');
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** An answer as it goes to another process. */
export const tellClock = ({ clock, ...answer }: HlsAnswer): HlsAnswer => ({
  ...answer,
  headers: {
    ...answer.headers,
    [CLOCK_HEADER]: clock?.name ?? '',
    ...(clock && { [AHEAD_HEADER]: String(clock.aheadMs) }),
  },
});

/** An origin's answer for a player, in the form that the player takes. */
function answerFor(
  fetched: Fetched,
  acceptsGzip: boolean,
  unpack: (fetched: Fetched) => Buffer | undefined,
): HlsAnswer {
  const { [CLOCK_HEADER]: name, [AHEAD_HEADER]: ahead, ...headers } = fetched.headers;
  const { status } = fetched;
  const told = name ? { clock: { name, aheadMs: Number(ahead ?? 0) } } : {};
  if (headers['content-encoding'] !== 'gzip' || acceptsGzip)
    return { status, headers, body: fetched.body, ...told };
  const body = unpack(fetched);
  if (!body) return COME_BACK;
  delete headers['content-encoding'];
  return { status, headers, body, ...told };
}

export function makeRemoteHls({ ask, now, bytesMax, waitersMax }: RemoteHlsOptions): RemoteHls {
  const turns = makeCacheTurns(TURNS);
  const answers = makeSharedAnswers({ bytesMax, waitersMax, now });
  let answered = 0;
  let asked = 0;
  let bytesSent = 0;

  const askOrigin = (url: string, path: string, isList: boolean, signal: AbortSignal) =>
    ask({ url, method: 'GET', path, headers: isList ? { 'accept-encoding': 'gzip' } : {}, signal });

  const answer = async (url: string, streamName: string, request: HlsRequest): Promise<HlsAnswer> => {
    const resource = parseResource(request.path);
    if (!resource) return refuse(404);
    if (resource.kind !== 'master' && request.allowed?.includes(resource.rendition) === false)
      return refuse(403);
    const { path, keepMs } = questionOf(resource, request);
    const isList = resource.kind === 'master' || resource.kind === 'media';
    const got = await answers.get({
      streamName,
      // A stream that has moved is another one to ask.
      key: `${url} ${path}`,
      keepMs,
      signal: request.signal,
      fetch(signal) {
        asked += 1;
        return askOrigin(url, `${HLS_PATH}${streamName}/${path}`, isList, signal);
      },
    });
    if (got === 'left') return refuse(499);
    return got && got !== 'busy' ? answerFor(got, request.acceptsGzip, answers.unpack) : COME_BACK;
  };

  return {
    async handle(url, streamName, request) {
      const made = await answer(url, streamName, request);
      answered += 1;
      bytesSent += made.body?.length ?? 0;
      if (request.cache) turns.fetched(turnKey(streamName, request) ?? '');
      return made;
    },
    async handlePast(url, streamName, request) {
      const got = await askOrigin(url, pastPath(streamName, request), request.acceptsGzip, request.signal);
      return got ? answerFor(got, request.acceptsGzip, answers.unpack) : COME_BACK;
    },
    async turn(streamName, request) {
      const key = turnKey(streamName, request);
      if (key !== undefined) await turns.take(key, () => afterMs(COME_MS));
    },
    forget: (streamName) => answers.forget(streamName),
    sweep: () => answers.sweep(),
    get figures() {
      return { answered, asked, bytesSent, bytes: answers.bytes, waiting: answers.waiting };
    },
  };
}
