import type { Socket } from 'node:net';
import {
  INGEST_CLOSE,
  type IngestClose,
  type IngestTold,
} from '@klieg/contract/features/broadcast/ingest-frame';
import type { Log } from '@klieg/kernel';
import type { WebSocket } from 'ws';

/** Why a page's socket is closed by us. */
export type PageClose = IngestClose | 'away';

/** The socket of one page, for messages and closing; after `close` nothing more is sent. */
export interface PageLine {
  readonly isClosed: boolean;
  say(message: IngestTold): void;
  /** A repeat does nothing. */
  close(why: PageClose): void;
  /** Runs work whose bug only ends this connection. */
  guarded(work: () => void): void;
}

/** Bytes that a page does not read. */
const QUEUED_BYTES_MAX = 64 * 1024;
/** A page that does not answer the close frame is cut off after this. */
const CLOSE_GRACE_MS = 1_000;
const GOING_AWAY = 1001;

export function makePageLine(webSocket: WebSocket, socket: Socket, log: Log): PageLine {
  let isClosed = false;

  const close = (why: PageClose): void => {
    if (isClosed) return;
    isClosed = true;
    // A publisher that was held back reads its goodbye only when it is let on.
    webSocket.resume();
    webSocket.close(why === 'away' ? GOING_AWAY : INGEST_CLOSE[why], why);
    const timer = setTimeout(() => socket.resetAndDestroy(), CLOSE_GRACE_MS);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };

  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', () => (isClosed = true));

  return {
    get isClosed() {
      return isClosed;
    },
    say(message) {
      if (isClosed) return;
      if (webSocket.bufferedAmount > QUEUED_BYTES_MAX) return close('silent');
      webSocket.send(JSON.stringify(message));
    },
    close,
    guarded(work) {
      try {
        work();
      } catch (err) {
        log.error({ err }, 'page publisher dropped after a bug in its media path');
        close('malformed');
      }
    },
  };
}
