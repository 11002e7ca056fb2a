import type { PlayAnswer, PlayGrant } from '../grant/play-grant.ts';
import { chunkSpan, trackClocks } from './fragment-time.ts';
import type { IsOtherTime } from './rendition-splice.ts';
import { MOVE, type StreamSocket, type StreamSocketOptions } from './stream-socket.ts';

/** What a connection brings. */
export type SocketHandlers = Pick<StreamSocketOptions, 'onText' | 'onBinary' | 'onClose'>;

/** A connection that is to take over from one whose process ends. */
export interface Takeover {
  next: StreamSocket | undefined;
  /** Judges the replacement's times while it describes its stream. */
  isOtherTime: IsOtherTime | undefined;
  /** What the present connection has brought: the header of its rendition, and its newest chunk. */
  header: ArrayBuffer | undefined;
  last: ArrayBuffer | undefined;
}

/** Another connection of the same stream is at most this far away, and begins where the previous one ended. */
const NEAR_SECONDS = 0.25;
const SAME_SECONDS = 0.005;

const isSame = (one: ArrayBuffer, other: ArrayBuffer | undefined): boolean => {
  const [a, b] = [new Uint8Array(one), new Uint8Array(other ?? [])];
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
};

/** No connection is this far ahead of another. */
const APART_SECONDS = 3;

/** A stream continues on another clock when its publisher has moved to another process. */
export const isOtherTime: IsOtherTime = ({ start, end }, position) =>
  start > position + APART_SECONDS || end < position;

const TRUN = [0x74, 0x72, 0x75, 0x6e];
/** The first run's box is within this many bytes of a chunk. */
const HEAD_BYTES = 256;

/** Whether a decoder can begin at a chunk: by the flags of its first sample (ISO/IEC 14496-12, 8.8.3.1). */
export function isKeyChunk(chunk: ArrayBuffer): boolean {
  const view = new DataView(chunk, 0, Math.min(chunk.byteLength, HEAD_BYTES));
  for (let at = 0; at + 24 < view.byteLength; at++) {
    if (!TRUN.every((byte, i) => view.getUint8(at + i) === byte)) continue;
    const flags = view.getUint32(at + 4) & 0xff_ff_ff;
    // Behind the count and, where there is one, the offset of the data.
    const first = at + 12 + (flags & 1 ? 4 : 0);
    // Our packager says each sample's duration, size and flags.
    const its = flags & 4 ? first : first + (flags & 0x100 ? 4 : 0) + (flags & 0x200 ? 4 : 0);
    return its + 4 <= view.byteLength && (view.getUint32(its) & 0x1_00_00) === 0;
  }
  return false;
}

/** Without the start of a group of pictures, another connection takes over with what it has after this time. */
const GROUP_MS = 12_000;
/** One that has brought nothing by then is given up, and the next question opens another. */
const OPEN_MS = 20_000;

interface TakeOverOptions {
  readonly takeover: Takeover;
  readonly askGrant: () => Promise<PlayAnswer>;
  /** There is something to take over. */
  readonly isStreaming: () => boolean;
  readonly open: (grant: PlayGrant, handlers: SocketHandlers) => StreamSocket;
  readonly handlers: SocketHandlers;
  /** It takes over now; what it has brought follows. */
  readonly onReady: (socket: StreamSocket) => void;
}

/**
 * Opens a connection to replace one whose process ends, and which plays on until then. If both deliver the same, chunk
 * by chunk, the new one continues after the last one, even within a group of pictures: a decoder that is given again
 * what it has begun would wait for the next keyframe. Otherwise the new one takes over with its next group. If it ends
 * before that, nothing has happened.
 */
export async function takeOver(options: TakeOverOptions): Promise<void> {
  const { takeover, handlers } = options;
  const answer = await options.askGrant();
  if (takeover.next || 'refused' in answer || !options.isStreaming()) return;
  const startedMs = performance.now();
  let isReady = false;
  let text: string | undefined;
  /** Of the newest description. */
  let header: ArrayBuffer | undefined;
  /** Chunks of the group that was there already, from its beginning on. */
  let group: ArrayBuffer[] = [];
  /** What ends before this has been there. */
  let untilSeconds: number | undefined;
  /** @returns whether it continues with this chunk, or with a later one */
  const goesOn = (data: ArrayBuffer): boolean => {
    if (!header || !takeover.last || !isSame(header, takeover.header)) return false;
    const clocks = trackClocks(header);
    const [span, last] = [chunkSpan(data, clocks), chunkSpan(takeover.last, clocks)];
    if (!span || !last || Math.abs(span.end - last.end) > NEAR_SECONDS) return false;
    untilSeconds = last.end;
    isReady = true;
    takeover.next = undefined;
    options.onReady(socket);
    return true;
  };
  const passOn = (data: ArrayBuffer): void => {
    const span = untilSeconds === undefined || !header ? undefined : chunkSpan(data, trackClocks(header));
    if (span && span.start < untilSeconds! - SAME_SECONDS) return;
    untilSeconds = undefined;
    handlers.onBinary(data);
  };
  const begin = (chunks: readonly ArrayBuffer[]): void => {
    if (text === undefined || !header) return;
    isReady = true;
    takeover.next = undefined;
    options.onReady(socket);
    takeover.isOtherTime = isOtherTime;
    handlers.onText(text);
    takeover.isOtherTime = undefined;
    for (const data of [header, ...chunks]) handlers.onBinary(data);
  };
  /** Nothing has happened. */
  const giveUp = (): void => {
    if (isReady || takeover.next !== socket) return;
    socket.close();
    takeover.next = undefined;
  };
  const socket = options.open(answer.grant, {
    onText(said) {
      if (isReady) return handlers.onText(said);
      // It ends soon itself.
      if (said === MOVE) return giveUp();
      text = said;
      header = undefined;
      group = [];
    },
    onBinary(data) {
      if (isReady) return passOn(data);
      if (!header) {
        header = data;
        return;
      }
      if (goesOn(data)) return passOn(data);
      const isNext = group.length > 0 && isKeyChunk(data);
      group.push(data);
      if (isNext) begin([data]);
      else if (performance.now() - startedMs > GROUP_MS) begin(group);
    },
    onClose(code, hasOpened) {
      if (isReady) handlers.onClose(code, hasOpened);
      else takeover.next = undefined;
    },
  });
  takeover.next = socket;
  setTimeout(giveUp, OPEN_MS);
}
