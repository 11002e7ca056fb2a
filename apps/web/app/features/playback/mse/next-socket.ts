import type { PlayAnswer, PlayGrant } from '#app/features/playback/grant/play-grant.ts';
import type { StreamSocket, StreamSocketOptions } from './stream-socket.ts';

/** What a connection brings. */
export type SocketHandlers = Pick<StreamSocketOptions, 'onText' | 'onBinary' | 'onClose'>;

/** A connection that is to take over from one whose process ends. */
export interface Takeover {
  next: StreamSocket | undefined;
  /** It has taken over, and not described its stream yet. */
  isDone: boolean;
}

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
      takeover.isDone = true;
      for (const tell of held) tell();
    },
    onClose(code, hasOpened) {
      if (isReady) handlers.onClose(code, hasOpened);
      else takeover.next = undefined;
    },
  });
  takeover.next = socket;
}
