import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { PlayClaims } from '../../control/access.ts';
import { CLOSE_REASONS, type CloseCode } from './close-codes.ts';
import type { FrameReader } from '../feed.ts';

/**
 * One viewer's connection. Frames go straight to the socket of the upgrade, already framed; after
 * `close` nothing more is written, and a repeated close does nothing.
 */
export interface Viewer extends FrameReader {
  /** What the newest token grants. */
  claims: PlayClaims;
  /** @param reason where there is a better one than the code's own */
  close(code: CloseCode, reason?: string): void;
}

/** A client that does not answer the close frame is cut off after this, dropping its queue. */
const CLOSE_GRACE_MS = 1_000;

/** Says goodbye, then cuts: a reset throws away what the kernel still holds for a revoked viewer. */
export function closeSocket(
  webSocket: WebSocket,
  socket: Socket,
  code: CloseCode,
  reason = CLOSE_REASONS[code],
): void {
  webSocket.close(code, reason);
  const timer = setTimeout(() => socket.resetAndDestroy(), CLOSE_GRACE_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

export function makeViewer(webSocket: WebSocket, socket: Socket, claims: PlayClaims): Viewer {
  let isClosing = false;
  return {
    claims,
    get queuedBytes() {
      return socket.writableLength;
    },
    write(frames) {
      if (isClosing) return;
      if (frames.length === 1) {
        socket.write(frames[0]!);
        return;
      }
      socket.cork();
      for (const frame of frames) socket.write(frame);
      socket.uncork();
    },
    close(code, reason) {
      if (isClosing) return;
      isClosing = true;
      closeSocket(webSocket, socket, code, reason);
    },
  };
}
