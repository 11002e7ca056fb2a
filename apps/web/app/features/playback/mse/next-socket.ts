import type { PlayAnswer, PlayGrant } from '#app/features/playback/grant/play-grant.ts';
import type { IsOtherTime } from './rendition-splice.ts';
import type { StreamSocket, StreamSocketOptions } from './stream-socket.ts';

/** What a connection brings. */
export type SocketHandlers = Pick<StreamSocketOptions, 'onText' | 'onBinary' | 'onClose'>;

/** A connection that is to take over from one whose process ends. */
export interface Takeover {
  next: StreamSocket | undefined;
  /** It has taken over, and not described its stream yet: this judges the time of that. */
  isOtherTime: IsOtherTime | undefined;
}

/** No connection is so far ahead of another. */
const APART_SECONDS = 3;

/** A stream goes on by another clock where its publisher has come to another process. */
export const isOtherTime: IsOtherTime = ({ start, end }, position) =>
  start > position + APART_SECONDS || end < position;

const TRUN = [0x74, 0x72, 0x75, 0x6e];
/** The box of the first run stands within so many bytes of a chunk. */
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

/** Without a group of pictures that begins, another connection takes over with what it has after this. */
const GROUP_MS = 12_000;

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
 * Opens another connection in place of one whose process ends. The one before it plays on until a group of pictures begins:
 * a decoder that is in the middle of one goes on with it to its end, and would then wait for the next. Where the other
 * connection ends before that, nothing has happened.
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
  const begin = (chunks: readonly ArrayBuffer[]): void => {
    if (text === undefined || !header) return;
    isReady = true;
    takeover.next = undefined;
    options.onReady(socket);
    takeover.isOtherTime = isOtherTime;
    handlers.onText(text);
    for (const data of [header, ...chunks]) handlers.onBinary(data);
  };
  const socket = options.open(answer.grant, {
    onText(said) {
      if (isReady) return handlers.onText(said);
      text = said;
      header = undefined;
      group = [];
    },
    onBinary(data) {
      if (isReady) return handlers.onBinary(data);
      if (!header) {
        header = data;
        return;
      }
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
}
