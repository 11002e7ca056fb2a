import type { Duplex } from 'node:stream';
import type { EventName, Payload } from '@klieg/contract';
import { randomToken } from '@klieg/kernel';
import type { WebSocket } from 'ws';
import { type Form, frameOf } from './wire.ts';

/** Above this much unsent data messages are skipped and the socket counts as slow (W34). */
export const SLOW_BYTES = 64 * 1024;
/** Above this much, or after `SLOW_MS`, a slow socket is closed with 4413 (W34). */
export const EVICT_BYTES = 256 * 1024;
export const SLOW_MS = 2_000;

/** One page's connection, after the upgrade. */
export interface Socket {
  /** 22 characters, unguessable. */
  readonly id: string;
  readonly address: string;
  /** Host that the page called, where its origin is one of ours. */
  readonly host: string | undefined;
  readonly openedAt: number;
  form: Form;
  /** Hidden pages get no lists, counts and animations. */
  isVisible: boolean;
  /** Last time that anything came from the page. */
  heardAt: number;
  /** When the socket became slow, else undefined. */
  slowSince: number | undefined;
  readonly isOpen: boolean;
  /**
   * Writes frames unless the socket is slow.
   * @returns false when it was skipped; the page is then repaired by a snapshot
   */
  write(frames: Buffer): boolean;
  /** Encodes and writes one message in the page's form. */
  send<N extends EventName>(name: N, payload: Payload<N>): boolean;
  /** Closes with a code of the wire page; a repeat does nothing. */
  close(code: number, reason?: string): void;
}

const CLOSE_GRACE_MS = 2_000;

/**
 * Wraps a WebSocket. Data goes straight to the stream of the upgrade as ready frames: ws would build
 * a frame per receiver. Nothing else of ours writes to that stream, and ws only for pings and closing.
 */
export function makeSocket(
  ws: WebSocket,
  stream: Duplex,
  info: {
    readonly address: string;
    readonly host: string | undefined;
    readonly now: number;
    readonly onEvict: () => void;
  },
): Socket {
  let isClosing = false;
  const socket: Socket = {
    id: randomToken(16),
    address: info.address,
    host: info.host,
    openedAt: info.now,
    form: 'masked',
    isVisible: true,
    heardAt: info.now,
    slowSince: undefined,
    get isOpen() {
      return !isClosing && ws.readyState === ws.OPEN;
    },
    write(frames) {
      if (!socket.isOpen) return false;
      const queued = stream.writableLength;
      if (queued > SLOW_BYTES) {
        const now = Date.now();
        socket.slowSince ??= now;
        if (queued > EVICT_BYTES || now - socket.slowSince > SLOW_MS) {
          info.onEvict();
          socket.close(4413, 'too slow');
          // A page that reads nothing would hold its queue until the grace is over.
          stream.destroy();
        }
        return false;
      }
      stream.write(frames);
      return true;
    },
    send(name, payload) {
      return socket.write(frameOf(name, payload, socket.form));
    },
    close(code, reason = '') {
      if (isClosing) return;
      isClosing = true;
      ws.close(code, reason);
      setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref();
    },
  };
  return socket;
}
