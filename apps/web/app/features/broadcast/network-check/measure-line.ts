import type { IngestTold } from '@klieg/contract/features/broadcast/ingest-frame';
import { iceGathered } from '#app/shared/ice-gathered.ts';
import { type IngestSocket, openIngestSocket } from '../by-socket/ingest-socket.ts';
import { type Measured, medianOf } from './verdict.ts';

/*
 * Measures the way to the media server: datagrams there and back as a camera would send them, then as much over TCP as
 * gets through. Takes about ten seconds and publishes nothing.
 */

export type CheckStep = 'connecting' | 'udp' | 'upload';

const OPEN_MS = 5_000;
const PINGS = 5;
const GATHER_MS = 1_500;
const REACH_MS = 3_000;
const DATAGRAMS = 100;
const DATAGRAM_BYTES = 1_000;
const DATAGRAM_EVERY_MS = 20;
/** How late the last of them may be. */
const LATE_MS = 500;
const UPLOAD_MS = 3_000;
/** At the start a line shows less than it has. */
const SLOW_START_MS = 500;
const UPLOAD_BYTES_MAX = 12 * 1024 * 1024;
const PIECE_BYTES = 16 * 1024;
/** How much may wait to be sent; enough for any connection. */
const WAITING_BYTES = 256 * 1024;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when it holds, and after that time in any case. @returns whether it holds */
async function until(holds: () => boolean, limitMs: number, signal: AbortSignal): Promise<boolean> {
  const endMs = performance.now() + limitMs;
  while (!holds() && performance.now() < endMs && !signal.aborted) await sleep(10);
  return holds();
}

interface Line {
  readonly socket: IngestSocket;
  /** Waits for a text; each is heard once. */
  hear: (message: IngestTold) => void;
  isClosed: boolean;
}

/** @throws Error where no connection comes about */
async function openLine(url: string, token: string, signal: AbortSignal): Promise<Line> {
  const address = new URL(url);
  address.searchParams.set('token', token);
  let isOpen = false;
  const line: Line = {
    hear: () => {},
    isClosed: false,
    socket: openIngestSocket({
      url: address.href,
      onOpen: () => (isOpen = true),
      onTold: (message) => line.hear(message),
      onClosed: () => (line.isClosed = true),
    }),
  };
  await until(() => isOpen || line.isClosed, OPEN_MS, signal);
  if (isOpen && !line.isClosed) return line;
  line.socket.close();
  throw new Error('there is no way to the media server');
}

async function ping(line: Line, signal: AbortSignal): Promise<number> {
  const figures: number[] = [];
  for (let i = 1; i <= PINGS; i++) {
    let backMs: number | undefined;
    line.hear = (message) => {
      if ('pong' in message && message.pong === i) backMs = performance.now();
    };
    const sentMs = performance.now();
    line.socket.say({ ping: i });
    if (!(await until(() => backMs !== undefined, OPEN_MS, signal))) break;
    figures.push(backMs! - sentMs);
  }
  if (figures.length === 0) throw new Error('the media server does not answer');
  return medianOf(figures);
}

/** Sends datagrams at a picture's rate, and counts what comes back. */
async function exchange(channel: RTCDataChannel, signal: AbortSignal) {
  const sentMs: number[] = [];
  const roundTrips: number[] = [];
  channel.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const at = sentMs[new DataView(data).getUint16(0)];
    if (at !== undefined) roundTrips.push(performance.now() - at);
  };
  for (let i = 0; i < DATAGRAMS && !signal.aborted && channel.readyState === 'open'; i++) {
    const datagram = new Uint8Array(DATAGRAM_BYTES);
    new DataView(datagram.buffer).setUint16(0, i);
    sentMs.push(performance.now());
    channel.send(datagram);
    await sleep(DATAGRAM_EVERY_MS);
  }
  await until(() => roundTrips.length === sentMs.length, LATE_MS, signal);
  return { sent: sentMs.length, back: roundTrips.length, roundTripMs: medianOf(roundTrips) };
}

async function tryUdp(line: Line, signal: AbortSignal): Promise<Measured['udp']> {
  if (typeof RTCPeerConnection === 'undefined') return undefined;
  const peer = new RTCPeerConnection();
  try {
    const channel = peer.createDataChannel('check', { ordered: false, maxRetransmits: 0 });
    channel.binaryType = 'arraybuffer';
    await peer.setLocalDescription();
    await iceGathered(peer, GATHER_MS);
    let answer: string | undefined;
    line.hear = (message) => {
      if ('answer' in message) ({ answer } = message);
    };
    line.socket.say({ offer: peer.localDescription?.sdp ?? '' });
    if (!(await until(() => answer !== undefined, REACH_MS, signal))) return undefined;
    await peer.setRemoteDescription({ type: 'answer', sdp: answer! });
    if (!(await until(() => channel.readyState === 'open', REACH_MS, signal))) return undefined;
    return await exchange(channel, signal);
  } finally {
    peer.close();
  }
}

async function upload(line: Line, signal: AbortSignal): Promise<number> {
  const { socket } = line;
  const before = socket.sentBytes;
  const beganMs = performance.now();
  let first: { readonly bytes: number; readonly atMs: number } | undefined;
  let last = { bytes: 0, atMs: beganMs };
  line.hear = (message) => {
    if (!('got' in message)) return;
    last = { bytes: message.got, atMs: performance.now() };
    if (last.atMs - beganMs > SLOW_START_MS) first ??= last;
  };
  const isDone = (): boolean =>
    signal.aborted ||
    line.isClosed ||
    performance.now() - beganMs > UPLOAD_MS ||
    socket.sentBytes - before >= UPLOAD_BYTES_MAX;
  const load = { kind: 'load', isKey: false, microseconds: 0, payload: new Uint8Array(PIECE_BYTES) } as const;
  while (!isDone()) {
    while (socket.queuedBytes < WAITING_BYTES && !isDone()) socket.send(load);
    await sleep(5);
  }
  // What a fast line has taken in a moment is counted from its beginning.
  const since = first && first !== last ? first : { bytes: 0, atMs: beganMs };
  return ((last.bytes - since.bytes) * 8) / Math.max(1, last.atMs - since.atMs);
}

/** @throws Error where the server cannot be reached or the check is broken off */
export async function measureLine(
  right: { readonly url: string; readonly token: string },
  onStep: (step: CheckStep) => void,
  signal: AbortSignal,
): Promise<Measured> {
  onStep('connecting');
  const line = await openLine(right.url, right.token, signal);
  try {
    const roundTripMs = await ping(line, signal);
    onStep('udp');
    const udp = await tryUdp(line, signal).catch(() => undefined);
    onStep('upload');
    const uploadKbps = await upload(line, signal);
    if (signal.aborted) throw new Error('broken off');
    return { udp, roundTripMs, uploadKbps };
  } finally {
    line.socket.close();
  }
}
