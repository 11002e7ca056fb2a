import type { Log } from '@klieg/kernel';
import { WebSocket } from 'ws';
import { KEY_WANTED, RELAY_PATH } from './relay-messages.ts';

/** One rendition of one stream on its way from its origin to this edge; reconnects until it is closed. */
export interface OriginLink {
  /** When something last came or was tried, monotonic. */
  readonly heardMs: number;
  /** Somebody at this edge needs a keyframe; not requested while there is no connection. */
  wantKey(): void;
  /** Gives up the present connection, since it has fallen silent, and makes another. */
  restart(): void;
  /** Nothing comes after it; a repeat does nothing. */
  close(): void;
}

export interface OriginLinkOptions {
  /** Internal address of the origin. */
  readonly url: string;
  readonly streamName: string;
  readonly rendition: string;
  /** Value of `x-internal-secret`. */
  readonly key: string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly onText: (text: string) => void;
  /** A header or a chunk; the bytes are the receiver's. */
  readonly onData: (data: Buffer) => void;
}

const RETRY_MS = [100, 250, 500, 1_000, 2_000] as const;
const HANDSHAKE_MS = 3_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

const addressOf = ({ url, streamName, rendition }: OriginLinkOptions): string => {
  const address = new URL(`${RELAY_PATH}${encodeURIComponent(streamName)}`, url.replace(/^http/, 'ws'));
  address.searchParams.set('rendition', rendition);
  return address.href;
};

export function makeOriginLink(options: OriginLinkOptions): OriginLink {
  const { now, log } = options;
  let socket: WebSocket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let heardMs = now();
  let isClosed = false;

  const drop = (): void => {
    const old = socket;
    socket = undefined;
    clearTimeout(retry);
    old?.removeAllListeners();
    // An aborted handshake is reported as an error.
    old?.on('error', () => {});
    old?.terminate();
  };

  const again = (): void => {
    drop();
    if (isClosed) return;
    const waitMs = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!;
    failures += 1;
    if (failures === RETRY_MS.length)
      log.warn({ rendition: options.rendition }, 'an origin cannot be reached');
    retry = setTimeout(open, waitMs);
    retry.unref();
  };

  function open(): void {
    heardMs = now();
    const mine = new WebSocket(addressOf(options), {
      headers: { 'x-internal-secret': options.key },
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MESSAGE_BYTES_MAX,
    });
    socket = mine;
    mine.on('message', (data: Buffer, isBinary) => {
      heardMs = now();
      failures = 0;
      if (isBinary) options.onData(data);
      else options.onText(String(data));
    });
    mine.on('error', () => {});
    mine.on('close', again);
  }
  open();

  return {
    get heardMs() {
      return heardMs;
    },
    wantKey() {
      if (socket?.readyState === WebSocket.OPEN) socket.send(KEY_WANTED);
    },
    restart: again,
    close() {
      isClosed = true;
      drop();
    },
  };
}
