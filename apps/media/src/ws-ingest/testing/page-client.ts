import {
  INGEST_PATH,
  type IngestFrame,
  type IngestSaid,
  type IngestTold,
  writeIngestFrame,
} from '@klieg/contract/features/broadcast/ingest-frame';
import type { Loop } from '@klieg/demo/loops';
import { WebSocket } from 'ws';
import { avcRecord } from '../../rtmp/testing/rtmp-bytes.ts';
import { PPS, slice, SPS_360 } from '../../testing/rtp-packets.ts';
import { lengthPrefixed, splitAnnexB } from '../../transcode/nal-units.ts';

/** A page that publishes by WebSocket, and keeps what it is told. */
export interface PageClient {
  readonly told: readonly IngestTold[];
  readonly closeCode: number | undefined;
  readonly isOpen: boolean;
  say(message: IngestSaid): void;
  sendText(text: string): void;
  send(frame: Partial<IngestFrame> & Pick<IngestFrame, 'kind'>): void;
  sendBytes(bytes: Uint8Array): void;
  /** Ends as a line that breaks. */
  cut(): void;
  close(): void;
}

/** What is said before it is open goes when it is. */
export function connectPage(port: number, token: string, headers: Record<string, string> = {}): PageClient {
  const told: IngestTold[] = [];
  let closeCode: number | undefined;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${INGEST_PATH}?token=${token}`, { headers });
  const opened = new Promise((resolve) => socket.once('open', resolve));
  socket.on('message', (data) => told.push(JSON.parse(String(data as Buffer)) as IngestTold));
  socket.on('close', (code) => (closeCode ??= code));
  socket.on('error', () => {});
  const write = (data: string | Uint8Array): void => {
    if (socket.readyState === socket.OPEN) socket.send(data);
    else if (socket.readyState === socket.CONNECTING) void opened.then(() => socket.send(data));
  };
  return {
    told,
    get closeCode() {
      return closeCode;
    },
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    say: (message) => write(JSON.stringify(message)),
    sendText: write,
    send: (frame) =>
      write(writeIngestFrame({ isKey: false, microseconds: 0, payload: new Uint8Array(), ...frame })),
    sendBytes: write,
    cut: () => socket.terminate(),
    close: () => socket.close(),
  };
}

export const isReady = ({ told }: PageClient): boolean => told.some((one) => 'ready' in one);
export const keyframesAsked = ({ told }: PageClient): number =>
  told.filter((one) => 'keyframe' in one).length;

/** The configuration of a 640x360 picture. */
export const CONFIG = avcRecord();
export const pictureOf = (isKey: boolean, bytes = 40): Buffer =>
  lengthPrefixed([slice(isKey ? 5 : 1, bytes)]);

/** Sends drawn-up pictures, each a keyframe, until `stop`. */
export function sendPictures(
  client: PageClient,
  { fps = 30, kbps = 500, sps = SPS_360 }: { fps?: number; kbps?: number; sps?: Buffer } = {},
): { stop(): void } {
  client.send({ kind: 'config', payload: avcRecord(sps, PPS) });
  const startedMs = performance.now();
  const bytes = Math.round((kbps * 1_000) / 8 / fps);
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - startedMs) * fps) / 1_000; sent++)
      client.send({
        kind: 'picture',
        isKey: true,
        microseconds: (sent * 1e6) / fps,
        payload: pictureOf(true, bytes),
      });
  }, 10);
  return { stop: () => clearInterval(timer) };
}

/** Sends a loop again and again as fast as it plays, picture and sound, until `stop`. */
export function sendLoop(client: PageClient, loop: Loop): { stop(): void } {
  const pictures = loop.pictures.map((picture) => splitAnnexB(picture));
  const { sps, pps } = pictures[0]!;
  client.send({ kind: 'config', payload: avcRecord(sps, pps) });
  const startedMs = performance.now();
  const pictureMs = loop.durationMs / pictures.length;
  const soundMs = loop.durationMs / loop.sounds.length;
  let picture = 0;
  let sound = 0;
  const timer = setInterval(() => {
    const playedMs = performance.now() - startedMs;
    for (; picture * pictureMs <= playedMs; picture++) {
      const { nals } = pictures[picture % pictures.length]!;
      const isKey = nals.some((nal) => (nal[0]! & 0x1f) === 5);
      const microseconds = picture * pictureMs * 1_000;
      client.send({ kind: 'picture', isKey, microseconds, payload: lengthPrefixed(nals) });
    }
    for (; sound * soundMs <= playedMs; sound++)
      client.send({
        kind: 'sound',
        microseconds: sound * soundMs * 1_000,
        payload: loop.sounds[sound % loop.sounds.length]!,
      });
  }, 10);
  return { stop: () => clearInterval(timer) };
}
