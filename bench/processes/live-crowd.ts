import { WebSocket } from 'ws';
import { silentLog } from '@klieg/kernel';
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
function watchOnce(streamName: string, session: string): Promise<void> {
  const token = () => rights.play(streamName, session);
  const socket = new WebSocket(`ws://127.0.0.1:${options.port}/live/ws/${streamName}?token=${token()}`);
  const renewing = setInterval(() => socket.send(JSON.stringify({ token: token() })), TOKEN_MS);
  socket.on('message', (data: Buffer) => {
    counts.bytes += data.length;
  });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(renewing);
      resolve();
    });
  });
}

/** Plays by WebRTC until it is cut. */
async function receiveOnce(streamName: string, session: string): Promise<void> {
  const token = () => rights.play(streamName, session);
  const receiver = await receiveWhep(base, streamName, token());
  try {
    for (let sinceMs = 0; !receiver.isClosed; sinceMs += WHEP_CHECK_MS) {
      await pause(WHEP_CHECK_MS);
      if (sinceMs < TOKEN_MS) continue;
      sinceMs = 0;
      const headers = { authorization: `Bearer ${token()}` };
      const renewed = await fetch(receiver.resource, { method: 'PATCH', headers, body: '' });
      if (!renewed.ok) return;
    }
  } finally {
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

function read(streamName: string, session: string): void {
  const { signal } = new AbortController();
  const token = () => rights.play(streamName, session);
  void readHls({ base, streamName, token, signal, onAnswer: (_status, bytes) => (counts.bytes += bytes) });
}

function watch({ ws = 0, hls = 0, whep = 0 }: Watching): void {
  for (const streamName of options.streamNames) {
    for (let i = 0; i < ws; i++) void again(() => watchOnce(streamName, `ws-${i}`));
    for (let i = 0; i < hls; i++) read(streamName, `hls-${i}`);
    for (let i = 0; i < whep; i++) void again(() => receiveOnce(streamName, `whep-${i}`));
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
