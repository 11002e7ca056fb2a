import type { Log } from '@klieg/kernel';
import type { Payload, EventName } from '@klieg/contract';
import type { Template } from '@klieg/codec';
import type { TemplateBook } from './template-book.ts';

/** What of a WebSocket is used; the browser's own fits. */
export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
}

export type OpenSocket = (url: string, protocol: string) => SocketLike;

/** Subprotocol of both sockets (W2). */
export const SUBPROTOCOL = 'v3.json';
/** The page pings that often and waits that long for the answer (CONSTANTS-020, CONSTANTS-021). */
export const PING_MS = 10_000;
export const PONG_WAIT_MS = 2_000;

export interface WireHandlers {
  readonly onOpen: () => void;
  /** Every event but ping, pong and those that tell the list, in the order of the wire. */
  readonly onEvent: (name: string, payload: Readonly<Record<string, unknown>>) => void;
  readonly onClose: (code: number) => void;
  /** The server's list has come: everything on it can be said from now on. */
  readonly onTemplates?: () => void;
}

export interface WireSocket {
  /** Sends an event; false when the server does not serve it, so that the caller can fall back to HTTP (W21, W26). */
  send<N extends EventName>(name: N, payload: Payload<N>): boolean;
  /** Pings from now on until the socket closes. */
  startPings(): void;
  /** Closes without telling the handlers. */
  close(): void;
}

export interface WirePorts {
  readonly openSocket: OpenSocket;
  readonly book: TemplateBook;
  readonly log: Log;
  readonly now: () => number;
}

/** One socket with its codec: answers pings, takes templates, logs what it cannot read and goes on (W17). */
export function openWire(url: string, handlers: WireHandlers, ports: WirePorts): WireSocket {
  const { book, log, now } = ports;
  const socket = ports.openSocket(url, SUBPROTOCOL);
  let pings: ReturnType<typeof setInterval> | undefined;
  let pongWait: ReturnType<typeof setTimeout> | undefined;

  const stopPings = () => {
    clearInterval(pings);
    clearTimeout(pongWait);
    pongWait = undefined;
  };
  const send: WireSocket['send'] = (name, payload) => {
    if (!book.serves(name)) return false;
    socket.send(book.codec().encode(name, payload, 'masked'));
    return true;
  };
  const ping = () => {
    send('v3.ping', { t: now() });
    pongWait = setTimeout(() => log.warn({ url, waitMs: PONG_WAIT_MS }, 'no pong'), PONG_WAIT_MS);
  };
  const read = (text: string) => {
    const message = book.codec().decode(text);
    if (!message.ok)
      return log.warn({ reason: message.reason, detail: message.detail }, 'unreadable message');
    const { name, payload } = message;
    if (name === 'v3.ping') send('v3.pong', { t: Number(payload['t']) });
    else if (name === 'v3.pong') clearTimeout(pongWait);
    else if (name === 'v3.templates') {
      book.take(String(payload['hash']), payload['templates'] as readonly Template[] | undefined);
      handlers.onTemplates?.();
    } else if (name === 'v3.templates.planned') {
      // Its `seq` is the edition and counts no states, so it ends here, before the guards of order.
      book.plan((payload['events'] as readonly string[] | null | undefined) ?? []);
    } else handlers.onEvent(name, payload);
  };

  socket.onopen = () => handlers.onOpen();
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') read(data);
    else log.warn({ url }, 'binary message ignored');
  };
  socket.onclose = ({ code }) => {
    stopPings();
    handlers.onClose(code);
  };
  return {
    send,
    startPings: () => {
      stopPings();
      pings = setInterval(ping, PING_MS);
    },
    close: () => {
      stopPings();
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close(1000);
    },
  };
}
