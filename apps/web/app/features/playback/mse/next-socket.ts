import type { StreamSocket, StreamSocketOptions } from './stream-socket.ts';

/** What a connection that has taken over brings. */
type Handlers = Pick<StreamSocketOptions, 'onText' | 'onBinary' | 'onClose'>;

/** Header and first chunk. */
const MESSAGES_MIN = 2;

/**
 * A connection that takes over from one whose process ends: what it brings is held back until there is a picture, so that
 * the one before it plays on until then.
 * @param open opens it with these handlers
 * @param onReady it takes over now; what it has brought follows
 * @param onFailed it has ended before that
 */
export function openNextSocket(options: {
  readonly open: (handlers: Handlers) => StreamSocket;
  readonly handlers: Handlers;
  readonly onReady: (socket: StreamSocket) => void;
  readonly onFailed: () => void;
}): StreamSocket {
  const { handlers } = options;
  const held: (() => void)[] = [];
  let isReady = false;
  let messages = 0;
  const pass = (tell: () => void): void => {
    if (isReady) tell();
    else held.push(tell);
  };
  const socket = options.open({
    onText: (text) => pass(() => handlers.onText(text)),
    onBinary(data) {
      pass(() => handlers.onBinary(data));
      messages += 1;
      if (isReady || messages < MESSAGES_MIN) return;
      isReady = true;
      options.onReady(socket);
      for (const tell of held) tell();
    },
    onClose(code, hasOpened) {
      if (isReady) handlers.onClose(code, hasOpened);
      else options.onFailed();
    },
  });
  return socket;
}
