import { HLS_PATH } from '../edge/hls-gate.ts';
import { type HlsAnswer, type HlsRequest, MASTER_PATH } from '../hls/index.ts';
import { makeCacheTurns } from '../hls/cache-turns.ts';
import type { AskNode } from './ask-node.ts';

/** Low-latency HLS of streams that other processes package; nothing is kept here, nginx is the cache. */
export interface RemoteHls {
  /** Asks the origin for an entitled player. @param url internal address of the origin */
  handle(url: string, streamName: string, request: HlsRequest): Promise<HlsAnswer>;
  /** Resolves when it is the turn of a reader behind a cache; deploy/nginx says why. */
  turn(streamName: string, request: Pick<HlsRequest, 'path' | 'query' | 'cache'>): Promise<void>;
}

const COME_BACK: HlsAnswer = { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } };
/** In which an origin tells the clock of a piece; it does not go on to players. */
const CLOCK_HEADER = 'x-stream-clock';
/** A thing that no cache has asked for so long after its first reader is in that cache already. */
const COME_MS = 400;
const TURNS = { storeMs: 15, fetchMs: 100, keysMax: 10_000, waitingMax: 20_000 } as const;

/** What an origin is asked for: the player's own question without its token, and what its token allows. */
function originPath(streamName: string, { path, query, allowed }: HlsRequest): string {
  const asked = new URLSearchParams(query);
  asked.delete('token');
  if (allowed) asked.set('allowed', allowed.join(','));
  return `${HLS_PATH}${streamName}/${path}?${asked}`;
}

/** Names a thing and the cache that asks for it; undefined for what is not kept or changes. */
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
export const tellClock = ({ clock = '', ...answer }: HlsAnswer): HlsAnswer => ({
  ...answer,
  headers: { ...answer.headers, [CLOCK_HEADER]: clock },
});

export function makeRemoteHls(ask: AskNode): RemoteHls {
  const turns = makeCacheTurns(TURNS);
  return {
    async handle(url, streamName, request) {
      const { acceptsGzip, signal } = request;
      const headers: Record<string, string> = acceptsGzip ? { 'accept-encoding': 'gzip' } : {};
      const path = originPath(streamName, request);
      const answer = await ask({ url, method: 'GET', path, headers, signal });
      turns.fetched(turnKey(streamName, request) ?? '');
      if (!answer) return COME_BACK;
      const { [CLOCK_HEADER]: clock, ...kept } = answer.headers;
      return { ...answer, headers: kept, ...(clock && { clock }) };
    },
    async turn(streamName, request) {
      const key = turnKey(streamName, request);
      if (key !== undefined) await turns.take(key, () => afterMs(COME_MS));
    },
  };
}
