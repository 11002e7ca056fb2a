import { PublishRefused } from '../publish/publish-refused.ts';
import { INGEST_PATH, type IngestClose } from '@klieg/contract/features/broadcast/ingest-frame';
import {
  publishRetryMs,
  type PublishState,
  type WhipPublisher,
  type WhipPublisherOptions,
} from '../publish/whip-publisher.ts';
import { captureTrack, type StopCapture } from './capture-tracks.ts';
import type { FromEncoder, ToEncoder } from './worker-messages.ts';

/*
 * Publishes a camera or canvas over TCP, for networks that let no UDP through. To its caller it is what a publisher by
 * WHIP is.
 */

export interface SocketPublisherOptions extends Omit<WhipPublisherOptions, 'onUnreachable'> {
  /** Where this way does not get through either: true leaves it to the caller, and this publisher is over. */
  readonly onUnreachable: () => boolean;
}

/** From asking for a right to being let in. */
const CONNECT_MS = 15_000;
/** A replaced connection continues until every viewer's process gets the new one's picture. */
const LEFT_MS = 3_000;
/** Said at the goodbye before the thread ends. */
const LEAVE_MS = 1_000;
const FPS_MAX = 30;
/** Connections that never came about before another way is tried. */
const UNREACHED_MAX = 3;
/** Closings that another attempt does not change. */
const FINAL: ReadonlySet<IngestClose> = new Set(['token', 'stopped', 'malformed', 'codec', 'limit']);

/** Address for the WebSocket, beside the one for WHIP. */
export function ingestAddress(whipUrl: string, token: string): string {
  const url = new URL(INGEST_PATH, new URL(whipUrl, globalThis.location.href));
  url.protocol = url.protocol.replace('http', 'ws');
  url.searchParams.set('token', token);
  return url.href;
}

interface Connection {
  readonly worker: Worker;
  readonly captures: Map<string, StopCapture>;
  timer: ReturnType<typeof setTimeout> | undefined;
  wasReady: boolean;
}

/** Starts to publish at once and reconnects until `stop` or a final refusal. */
export function createSocketPublisher(options: SocketPublisherOptions): WhipPublisher {
  const tracks = new Map(options.stream.getTracks().map((track) => [track.kind, track]));
  let state: PublishState = { kind: 'connecting' };
  let connection: Connection | undefined;
  /** What takes over from it, as soon as it sends. */
  let next: Connection | undefined;
  /** Others have taken over from these. */
  const left = new Set<Connection>();
  let isOver = false;
  let attempt = 0;
  let unreached = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The first token may be of a broadcast that ended at that moment; a fresh one begins the next. */
  let mayAskForNext = typeof options.token === 'function';

  const show = (told: PublishState): void => {
    state = told;
    options.onState(told);
  };

  const drop = (own: Connection | undefined): void => {
    if (!own) return;
    left.delete(own);
    clearTimeout(own.timer);
    for (const stop of own.captures.values()) stop();
    own.worker.terminate();
  };

  /** Without notice: the server keeps the broadcast and its viewers for a reconnect. */
  const hangUp = (): void => {
    for (const own of [next, connection, ...left]) drop(own);
    next = connection = undefined;
  };

  const end = (): void => {
    isOver = true;
    clearTimeout(retryTimer);
    globalThis.removeEventListener('pagehide', onPageHide);
  };

  const finish = (told: PublishState): void => {
    if (isOver) return;
    end();
    show(told);
  };

  const retry = (): void => {
    hangUp();
    if (isOver) return;
    attempt += 1;
    show({ kind: 'reconnecting', attempt });
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void connect(), publishRetryMs(attempt - 1, Math.random()));
  };

  /** The connection is gone, or never was. */
  const lose = (wasReached: boolean): void => {
    unreached = wasReached ? 0 : unreached + 1;
    if (unreached < UNREACHED_MAX) return retry();
    unreached = 0;
    if (!options.onUnreachable()) return retry();
    end();
    hangUp();
  };

  const capture = (own: Connection, track: MediaStreamTrack): void => {
    own.captures.get(track.kind)?.();
    const tell = (message: ToEncoder, transfer: Transferable[]) => own.worker.postMessage(message, transfer);
    own.captures.set(track.kind, captureTrack(track, tell));
  };

  /** The replacement sends, or what it replaces has ended. */
  const goOver = (): void => {
    connection = next;
    next = undefined;
    if (connection?.wasReady) clearTimeout(connection.timer);
  };

  /** Until it sends, a connection that is to take over may fail, and nothing has happened. */
  const hearNext = (own: Connection, { kind }: FromEncoder): void => {
    if (kind === 'failed' || kind === 'closed') {
      next = undefined;
      return drop(own);
    }
    if (kind === 'ready') own.wasReady = true;
    if (kind !== 'stats') return;
    clearTimeout(own.timer);
    const before = connection;
    if (before) left.add(before);
    goOver();
    setTimeout(() => drop(before), LEFT_MS);
  };

  const hearEnd = (own: Connection, message: Extract<FromEncoder, { kind: 'failed' | 'closed' }>): void => {
    const isOfEnded = mayAskForNext && message.kind === 'closed' && message.why === 'stopped';
    if (isOfEnded) mayAskForNext = false;
    const isFinal =
      message.kind === 'closed' && message.why !== undefined && FINAL.has(message.why) && !isOfEnded;
    if (next && !isFinal) {
      drop(own);
      return goOver();
    }
    if (message.kind === 'closed' && !isFinal) return lose(own.wasReady || message.why !== undefined);
    hangUp();
    finish({ kind: 'failed', reason: message.kind === 'failed' ? 'unsupported' : 'refused' });
  };

  const hear = (own: Connection, message: FromEncoder): void => {
    if (isOver) return;
    if (own === next) return hearNext(own, message);
    if (connection !== own) return;
    switch (message.kind) {
      case 'move':
        next ??= open(message.token);
        return;
      case 'ready':
        own.wasReady = true;
        mayAskForNext = false;
        clearTimeout(own.timer);
        return;
      case 'stats':
        attempt = 0;
        return show({ kind: 'live', via: 'tcp', ...message.stats });
      case 'failed':
      case 'closed':
        return hearEnd(own, message);
    }
  };

  function open(token: string): Connection {
    const worker = new Worker(new URL('./encode-worker.ts', import.meta.url), { type: 'module' });
    const own: Connection = { worker, captures: new Map(), timer: undefined, wasReady: false };
    own.timer = setTimeout(() => {
      if (own === next) hearNext(own, { kind: 'failed' });
      else if (own === connection) lose(false);
    }, CONNECT_MS);
    worker.onmessage = ({ data }: MessageEvent<FromEncoder>) => hear(own, data);
    worker.onerror = () => hear(own, { kind: 'failed' });
    const url = ingestAddress(options.endpoint, token);
    const { maxKbps } = options;
    const message = {
      kind: 'connect',
      url,
      hasSound: tracks.has('audio'),
      maxKbps,
      fpsMax: FPS_MAX,
    } as const;
    worker.postMessage(message satisfies ToEncoder);
    for (const track of tracks.values()) capture(own, track);
    return own;
  }

  async function connect(): Promise<void> {
    try {
      const token = typeof options.token === 'string' ? options.token : await options.token();
      if (!isOver) connection = open(token);
    } catch (error) {
      // The site could not be asked, or still thinks that the connection before delivers.
      if (!(error instanceof PublishRefused)) return retry();
      hangUp();
      finish({ kind: 'failed', reason: 'refused', error: error.cause });
    }
  }

  function onPageHide(): void {
    finish({ kind: 'stopped' });
    hangUp();
  }

  async function stop(): Promise<void> {
    if (isOver) return;
    finish({ kind: 'stopped' });
    for (const own of [next, ...left]) drop(own);
    connection?.worker.postMessage({ kind: 'leave' } satisfies ToEncoder);
    for (const stopCapture of connection?.captures.values() ?? []) stopCapture();
    await new Promise((resolve) => setTimeout(resolve, connection ? LEAVE_MS : 0));
    hangUp();
  }

  globalThis.addEventListener('pagehide', onPageHide);
  void connect();

  return {
    get state() {
      return state;
    },
    replaceTrack(track) {
      tracks.set(track.kind, track);
      if (!isOver) for (const own of [connection, next]) if (own) capture(own, track);
      return Promise.resolve();
    },
    stop,
  };
}
