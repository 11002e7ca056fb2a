import type { Visitor } from '@klieg/testing';
import { WebSocket } from 'ws';

/* Somebody who plays whatever stream the site lets them, by every way at once, and keeps what came. */

export const WAYS = ['WebSocket', 'LL-HLS'] as const;
export type Way = (typeof WAYS)[number];

/** What came by one way under one name of the stream. */
export interface Got {
  readonly name: string;
  readonly way: Way;
  /** Bytes of any kind but refusals. */
  bytes: number;
  /** When each chunk begins, in ticks of the stream's pictures, on the clock of its way. */
  readonly times: bigint[];
  isOver: boolean;
}

/** An answer of the site to the question for the right to watch; times are monotonic milliseconds. */
export interface RightAnswer {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly name: string | undefined;
}

export interface StreamWatcher {
  readonly got: readonly Got[];
  readonly answers: readonly RightAnswer[];
  /** The newest token; undefined where none was ever given. */
  readonly token: string | undefined;
  /** Plays a name with the newest token, whatever that is for. */
  tryName(name: string): void;
  stop(): Promise<void>;
}

const ASK_MS = 150;
const HLS_MS = 30;
/** The site says at least so often how many messages have come; a page does it as well. */
const REPORT_EACH = 4;
const BOX_BYTES = 4;
const LONG_TIME = 1;

/** When the chunks in some bytes begin, as their first tracks say. */
function timesIn(data: Buffer): bigint[] {
  const times: bigint[] = [];
  for (let at = data.indexOf('moof'); at >= 0; at = data.indexOf('moof', at + BOX_BYTES)) {
    const time = data.indexOf('tfdt', at);
    if (time >= 0 && data[time + BOX_BYTES] === LONG_TIME) times.push(data.readBigUInt64BE(time + 8));
  }
  return times;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function playSocket(base: string, token: string, got: Got): WebSocket {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/live/ws/${got.name}?token=${token}`);
  let received = 0;
  socket.on('message', (data: Buffer, isBinary) => {
    got.bytes += data.length;
    if (!isBinary) return;
    got.times.push(...timesIn(data));
    received += 1;
    if (received === 1 || received % REPORT_EACH === 0) socket.send(JSON.stringify({ received }));
  });
  socket.on('error', () => undefined);
  socket.on('close', () => void (got.isOver = true));
  return socket;
}

async function playHls(base: string, token: string, got: Got, signal: AbortSignal): Promise<void> {
  const below = `${base}/live/hls/${got.name}/source`;
  const seen = new Set<string>();
  while (!signal.aborted) {
    const list = await fetch(`${below}/media.m3u8?token=${token}`, { signal });
    const text = await list.text();
    if (list.status === 403 || list.status === 404 || list.status === 401) return;
    const pieces = [...text.matchAll(/URI="(part-[^"]+\.m4s)"/g)].map((found) => found[1]!);
    for (const piece of pieces.filter((one) => !seen.has(one))) {
      seen.add(piece);
      const answer = await fetch(`${below}/${piece}?token=${token}`, { signal });
      const body = Buffer.from(await answer.arrayBuffer());
      if (!answer.ok) continue;
      got.bytes += body.length;
      got.times.push(...timesIn(body));
    }
    await pause(HLS_MS);
  }
}

/** Plays the stream of a room for as long as the site gives the right to, under every name that it gets. */
export function watchRoom(visitor: Visitor, username: string): StreamWatcher {
  const got: Got[] = [];
  const answers: RightAnswer[] = [];
  const sockets: WebSocket[] = [];
  const ending = new AbortController();
  const work: Promise<unknown>[] = [];
  let token: string | undefined;

  const play = (name: string): void => {
    if (!token) return;
    const [bySocket, byHls] = WAYS.map((way): Got => ({ name, way, bytes: 0, times: [], isOver: false }));
    got.push(bySocket!, byHls!);
    sockets.push(playSocket(visitor.baseUrl, token, bySocket!));
    const reading = playHls(visitor.baseUrl, token, byHls!, ending.signal);
    work.push(reading.catch(() => undefined).finally(() => (byHls!.isOver = true)));
  };

  const ask = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const askedAt = performance.now();
      const grant = await visitor
        .call('getStreamToken', { params: { username }, body: {} })
        .catch(() => undefined);
      answers.push({ askedAt, answeredAt: performance.now(), name: grant?.stream_name });
      if (grant) {
        token = grant.token;
        const isPlaying = got.some(({ name, isOver }) => name === grant.stream_name && !isOver);
        if (!isPlaying) play(grant.stream_name);
      }
      await pause(ASK_MS);
    }
  };
  work.push(ask());

  return {
    got,
    answers,
    get token() {
      return token;
    },
    tryName: play,
    async stop() {
      ending.abort();
      for (const socket of sockets) socket.terminate();
      await Promise.all(work);
    },
  };
}
