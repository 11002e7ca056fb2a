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

/** A connection has brought all that there is of the present group by then. */
const ARRIVED_MS = 300;
/** No connection is so far ahead of another. */
const APART_SECONDS = 3;

/** A stream goes on by another clock where its publisher has come to another process. */
export const isOtherTime: IsOtherTime = ({ start, end }, position, heldMs) =>
  start > position + APART_SECONDS || (heldMs > ARRIVED_MS && end < position);

/** Header and first chunk. */
const MESSAGES_MIN = 2;

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
 * Opens another connection in place of one whose process ends. What it brings is held back until there is a picture, so
 * that the one before it plays on until then; where it ends before that, nothing has happened.
 */
export async function takeOver(options: TakeOverOptions): Promise<void> {
  const { takeover, handlers } = options;
  const answer = await options.askGrant();
  if (takeover.next || 'refused' in answer || !options.isStreaming()) return;
  const held: (() => void)[] = [];
  let isReady = false;
  let messages = 0;
  const pass = (tell: () => void): void => {
    if (isReady) tell();
    else held.push(tell);
  };
  const socket = options.open(answer.grant, {
    onText: (text) => pass(() => handlers.onText(text)),
    onBinary(data) {
      pass(() => handlers.onBinary(data));
      messages += 1;
      if (isReady || messages < MESSAGES_MIN) return;
      isReady = true;
      takeover.next = undefined;
      options.onReady(socket);
      takeover.isOtherTime = isOtherTime;
      for (const tell of held) tell();
    },
    onClose(code, hasOpened) {
      if (isReady) handlers.onClose(code, hasOpened);
      else takeover.next = undefined;
    },
  });
  takeover.next = socket;
}
