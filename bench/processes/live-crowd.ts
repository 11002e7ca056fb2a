import { WebSocket } from 'ws';
import { silentLog } from '@klieg/kernel';
import type { LineProfile } from '@klieg/testing/bad-line';
import { makeLog } from '@klieg/log';
import { readLoop } from '../../apps/demo/src/loop-file.ts';
import { packetLoop } from '../../apps/demo/src/loop-sender.ts';
import { publishLoop } from '../../apps/demo/src/publish-loop.ts';
import { receiveWhep } from '../../apps/media/src/testing/receive-whep.ts';
import { readHls } from '../media/hls-reader.ts';
import { makeLoop } from '../media/made-loop.ts';
import { makeRights } from '../media/rights.ts';

/*
 * Publishers and viewers of one media process, who come back whenever they are cut. Argument 1 is a JSON
 * object with the port, the secret in hex, the names of the streams and what to publish: a file or a
 * bit rate. A message `{watch}` says how many viewers each stream has of each way; every message is
 * answered with the counts since the last one.
 */

/** How many viewers of each way a stream has. */
export interface Watching {
  readonly ws?: number;
  readonly hls?: number;
  readonly whep?: number;
}

export interface CrowdOptions {
  readonly port: number;
  readonly secret: string;
  readonly streamNames: readonly string[];
  readonly loopFile?: string;
  readonly mbps?: number;
  /** Where viewers go, in turn; absent: where publishers are. */
  readonly playPorts?: readonly number[];
  /** Viewers leave after this, by chance up to three times as long, and come back; absent: they stay. */
  readonly stayMs?: number;
  /** What lies between viewers by WebRTC and the process. */
  readonly line?: LineProfile;
}

/** What has come since the last question. */
export interface CrowdCounts {
  readonly live: number;
  readonly bytes: number;
  readonly cuts: number;
}

const TOKEN_MS = 30_000;
const RETRY_MS = 1_000;
const WHEP_CHECK_MS = 5_000;

const options = JSON.parse(process.argv[2] ?? '') as CrowdOptions;
const base = `http://127.0.0.1:${options.port}`;
const playPorts = options.playPorts ?? [options.port];
let viewers = 0;
/** The address of the next viewer. */
const nextBase = (): string => `http://127.0.0.1:${playPorts[viewers++ % playPorts.length]}`;
/** Calls when somebody has seen enough. @returns what takes it back */
function leaveLater(leave: () => void): () => void {
  if (options.stayMs === undefined) return () => {};
  const timer = setTimeout(leave, options.stayMs * (1 + 2 * Math.random()));
  return () => clearTimeout(timer);
}
const rights = makeRights(Buffer.from(options.secret, 'hex'));
const counts = { bytes: 0, cuts: 0 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const loopOf = async () => {
  const loop = options.loopFile ? await readLoop(options.loopFile) : undefined;
  return loop ? packetLoop(loop) : makeLoop(options.mbps ?? 1);
};

async function publishAll() {
  const loop = await loopOf();
  return options.streamNames.map((streamName) =>
    publishLoop({
      loop,
      log: process.env['LOGS'] ? makeLog({}) : silentLog,
      getRight: () =>
        Promise.resolve({ whipUrl: `${base}/live/whip`, token: rights.publish(streamName, streamName) }),
    }),
  );
}

/** Plays by WebSocket until it is cut. */
function watchOnce(at: string, streamName: string, session: string): Promise<void> {
  const token = () => rights.play(streamName, session);
  const socket = new WebSocket(`${at.replace('http', 'ws')}/live/ws/${streamName}?token=${token()}`);
  const renewing = setInterval(() => socket.send(JSON.stringify({ token: token() })), TOKEN_MS);
  socket.on('message', (data: Buffer) => {
    counts.bytes += data.length;
  });
  socket.on('error', () => {});
  const stay = leaveLater(() => socket.close());
  return new Promise((resolve) => {
    socket.on('close', () => {
      stay();
      clearInterval(renewing);
      resolve();
    });
  });
}

/** Plays by WebRTC until it is cut. */
async function receiveOnce(at: string, streamName: string, session: string): Promise<void> {
  const token = () => rights.play(streamName, session);
  const receiver = await receiveWhep(at, streamName, token(), 'reporting', options.line);
  let hasSeenEnough = false;
  const stay = leaveLater(() => {
    hasSeenEnough = true;
  });
  try {
    for (let sinceMs = 0; !receiver.isClosed && !hasSeenEnough; sinceMs += WHEP_CHECK_MS) {
      await pause(WHEP_CHECK_MS);
      if (sinceMs < TOKEN_MS) continue;
      sinceMs = 0;
      const headers = { authorization: `Bearer ${token()}` };
      const renewed = await fetch(receiver.resource, { method: 'PATCH', headers, body: '' });
      if (!renewed.ok) return;
    }
  } finally {
    stay();
    await receiver.close();
  }
}

async function again(once: () => Promise<void>): Promise<void> {
  for (;;) {
    await once().catch(() => {});
    counts.cuts += 1;
    await pause(RETRY_MS);
  }
}

/** Reads playlists until it has seen enough. */
async function readOnce(at: string, streamName: string, session: string): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const token = () => rights.play(streamName, session);
  leaveLater(() => ended.abort());
  const onAnswer = (_status: number, bytes: number): void => void (counts.bytes += bytes);
  await readHls({ base: at, streamName, token, signal, onAnswer });
}

function watch({ ws = 0, hls = 0, whep = 0 }: Watching): void {
  for (const streamName of options.streamNames) {
    for (let i = 0; i < ws; i++) void again(() => watchOnce(nextBase(), streamName, `ws-${i}`));
    for (let i = 0; i < hls; i++) void again(() => readOnce(nextBase(), streamName, `hls-${i}`));
    for (let i = 0; i < whep; i++) void again(() => receiveOnce(nextBase(), streamName, `whep-${i}`));
  }
}

const publishers = await publishAll();
process.on('message', (message: { watch?: Watching }) => {
  if (message.watch) watch(message.watch);
  const live = publishers.filter(({ isLive }) => isLive).length;
  process.send?.({ live, ...counts });
  counts.bytes = counts.cuts = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
