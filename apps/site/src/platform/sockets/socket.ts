import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { EventName, Payload } from '@klieg/contract';
import type { WebSocket } from 'ws';
import { type Dialect, dialectOf, frameOf } from './wire.ts';

/** With more unsent bytes than this, data messages are skipped and the socket counts as slow (W34). */
export const SLOW_BYTES = 64 * 1024;
/** Above this much, or after `SLOW_MS`, a slow socket is closed with 4413 (W34). */
export const EVICT_BYTES = 256 * 1024;
export const SLOW_MS = 2_000;
/**
 * After this much a page is asked, by a ping of the protocol, whether it reads. The queue here says little:
 * behind it the kernel takes megabytes for a page that never reads.
 */
const PROBE_BYTES = 32 * 1024;
/** A page that has not answered after this many more bytes counts as slow. */
export const UNREAD_BYTES = 128 * 1024;
const PROBE_KEY_BYTES = 8;
const ID_BYTES = 16;

/** One page's connection, after the upgrade. */
export interface Socket {
  /** 22 characters, unguessable. */
  readonly id: string;
  readonly address: string;
  /** Host that the page called, where its origin is one of ours. */
  readonly host: string | undefined;
  readonly openedAt: number;
  /** How frames for the page are encoded: masked and in edition 1 until it has said what it knows. */
  dialect: Dialect;
  /** Hidden pages get no lists, counts and animations. */
  isVisible: boolean;
  /** Last time that anything came from the page. */
  heardAt: number;
  /** When the page was last asked whether it is still there; before `heardAt` where it was not since. */
  askedAt: number;
  /** When the socket became slow, else undefined. */
  slowSince: number | undefined;
  readonly isOpen: boolean;
  /**
   * Writes frames at once, unless the socket is slow.
   * @returns false when it was skipped; the page is then repaired by a snapshot
   */
  write(frames: Buffer): boolean;
  /** Like `write`, but everything for one page in one turn of the event loop is sent together. */
  gather(frames: Buffer): boolean;
  /** Holds everything from now on, to send it together at `release` or when closing. */
  hold(): void;
  release(): void;
  /** Encodes and writes one message in the page's dialect; nothing to a page that does not know the event. */
  send<N extends EventName>(name: N, payload: Payload<N>): boolean;
  /** Closes with a code of the wire page; a repeat does nothing. */
  close(code: number, reason?: string): void;
}

const CLOSE_GRACE_MS = 1_000;

interface SocketInfo {
  readonly address: string;
  readonly host: string | undefined;
  readonly now: number;
  readonly onEvict: () => void;
}

/*
 * A class, since a literal with an accessor gets a shape of its own per object, and a fan-out reads three properties of
 * each of thousands of sockets: that alone was a tenth of its time.
 */
class PageSocket implements Socket {
  readonly id = randomBytes(ID_BYTES).toString('base64url');
  readonly address: string;
  readonly host: string | undefined;
  readonly openedAt: number;
  dialect: Dialect = dialectOf(1, 'masked');
  isVisible = true;
  heardAt: number;
  askedAt = 0;
  slowSince: number | undefined = undefined;
  private isClosing = false;
  private isGathering = false;
  private isHeld = false;
  private written = 0;
  /** What had been written when the page was last asked. */
  private probedTo = 0;
  /** What the answer must contain, so that a page cannot answer without reading; undefined when none is awaited. */
  private probe: Buffer | undefined = undefined;
  private readonly ws: WebSocket;
  private readonly stream: Duplex;
  private readonly onEvict: () => void;

  constructor(ws: WebSocket, stream: Duplex, info: SocketInfo) {
    this.ws = ws;
    this.stream = stream;
    this.onEvict = info.onEvict;
    this.address = info.address;
    this.host = info.host;
    this.openedAt = info.now;
    this.heardAt = info.now;
    ws.on('pong', (answer: Buffer) => {
      if (this.probe?.equals(answer)) this.probe = undefined;
    });
  }

  get isOpen(): boolean {
    return !this.isClosing && this.stream.writable;
  }

  write(frames: Buffer): boolean {
    if (!this.isOpen) return false;
    const queued = this.stream.writableLength;
    const unasked = this.written - this.probedTo;
    if (queued > SLOW_BYTES || (this.probe && unasked > UNREAD_BYTES)) {
      this.skip(queued);
      return false;
    }
    this.stream.write(frames);
    this.written += frames.length;
    if (!this.probe && unasked > PROBE_BYTES) this.ask();
    return true;
  }

  gather(frames: Buffer): boolean {
    if (!this.isGathering) {
      this.isGathering = true;
      this.stream.cork();
      setImmediate(this.stopGathering);
    }
    return this.write(frames);
  }

  hold(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    this.stream.cork();
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.stream.uncork();
  }

  send<N extends EventName>(name: N, payload: Payload<N>): boolean {
    const frame = frameOf(name, payload, this.dialect);
    return frame ? this.gather(frame) : true;
  }

  close(code: number, reason = ''): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.release();
    this.ws.close(code, reason);
    setTimeout(() => this.ws.terminate(), CLOSE_GRACE_MS).unref();
  }

  private readonly stopGathering = (): void => {
    this.isGathering = false;
    this.stream.uncork();
  };

  private ask(): void {
    this.probe = randomBytes(PROBE_KEY_BYTES);
    this.probedTo = this.written;
    this.ws.ping(this.probe);
  }

  private skip(queued: number): void {
    const now = Date.now();
    this.slowSince ??= now;
    if (queued <= EVICT_BYTES && now - this.slowSince <= SLOW_MS) return;
    this.onEvict();
    this.close(4413, 'too slow');
    // A page that reads nothing would hold its queue until the grace is over.
    this.stream.destroy();
  }
}

/**
 * Wraps a WebSocket. Data goes straight to the stream of the upgrade as ready frames: ws would build
 * a frame per receiver. Nothing else of ours writes to that stream, and ws only for pings and closing.
 */
export const makeSocket = (ws: WebSocket, stream: Duplex, info: SocketInfo): Socket =>
  new PageSocket(ws, stream, info);
