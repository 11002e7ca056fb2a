import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readPlainUrl } from '@klieg/kernel';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Access, isCovered, isRenewal, type PlayClaims, type Revocation } from '../../control/access.ts';
import type { DeliveryMeter } from '../../control/delivery-meter.ts';
import { isLeaving, type Leaving } from '../../control/leaving.ts';
import type { PreviewMeter } from '../../control/preview-meter.ts';
import type { CloseCode } from './close-codes.ts';
import { lineOf } from '../first-feed.ts';
import type { FrameReader } from '../feed.ts';
import type { Attachment, LiveStream, RenditionChoice } from '../live-stream.ts';
import { makeMeteredReader } from './metered-reader.ts';
import { makePreviewReader } from './preview-reader.ts';
import { parseViewerMessage } from './viewer-message.ts';
import { closeSocket, makeViewer, type Viewer } from './viewer.ts';
import { textFrame } from './websocket-frame.ts';

/** An upgrade request, from our own server or handed over by the parent process. */
export interface UpgradeRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes that the client sent after its request. */
  readonly head: Buffer;
}

/** Lets viewers in, and out again when their right ends. */
export interface ViewerGate {
  accept(request: UpgradeRequest, socket: Socket): void;
  /** Closes the viewers whose tokens this ends. */
  revoke(revocation: Revocation): void;
  /** Closes the viewers whose token has expired; to be called at least each second. */
  sweep(): void;
  /**
   * Asks viewers, except those of previews, to open another connection, and to close theirs when that shows a picture.
   * To be called ten times a second: a crowd is asked in turn, and those who stay are asked again.
   */
  sendAway(): void;
  closeAll(code: CloseCode): void;
  readonly viewerCount: number;
}

export interface ViewerGateOptions {
  readonly access: Access;
  readonly previews: PreviewMeter;
  readonly deliveries: Pick<DeliveryMeter, 'count' | 'lose' | 'mayBegin'>;
  readonly findStream: (streamName: string) => LiveStream | undefined;
  /** Resolves when the stream is there, or has had its time to come. */
  readonly awaitStream: (streamName: string) => Promise<void>;
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Origins of pages that may connect; undefined for any. Clients without an Origin may always. */
  readonly allowedOrigins: readonly string[] | undefined;
  readonly leaving: Leaving;
  readonly viewersMax: number;
  /** One login session may not feed a crowd. */
  readonly viewersPerSessionMax: number;
}

const PATH = '/live/ws/';
const MOVE = textFrame(JSON.stringify({ move: true }));
/** They ask the site for a right and open connections elsewhere, so that not all do at the same moment. */
const SENT_AT_ONCE = 50;
const SEND_AGAIN_MS = 5_000;
const AUTO = 'auto';
/** How many may wait for a stream to come. */
const HOLDING_MAX = 1_000;
/** What a stream may have; anything else is not asked for by an honest page. */
const RENDITIONS: ReadonlySet<string> = new Set(['source', '480p', '360p', '240p', 'audio']);
const MESSAGE_BYTES_MAX = 4_096;
/** Client messages in one life of a token; a page says four times a second what it has got. */
const MESSAGES_MAX = 600;

const refuse = (socket: Socket, status: string): void => {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Renditions that token and request both allow; undefined: all. */
function allowedBy(claims: PlayClaims, asked: readonly string[] | undefined): readonly string[] | undefined {
  const renditions = claims.renditions?.filter((id) => RENDITIONS.has(id));
  if (!asked) return renditions;
  return renditions ? asked.filter((id) => renditions.includes(id)) : asked;
}

/** The filter of the address, a list of ids; undefined without one. */
function filterOf(url: URL): readonly string[] | undefined {
  const text = url.searchParams.get('rendition');
  return text ? text.split(',').filter((id) => RENDITIONS.has(id)) : undefined;
}

/** A single id is a request; among several the connection decides. */
const wantedOf = (filter: readonly string[] | undefined): string =>
  filter?.length === 1 ? filter[0]! : AUTO;

interface Entry {
  readonly claims: PlayClaims;
  readonly stream: LiveStream;
  readonly filter: readonly string[] | undefined;
  readonly kbps: number | undefined;
}

export function makeViewerGate(options: ViewerGateOptions): ViewerGate {
  const { access, now } = options;
  const viewers = new Set<Viewer>();
  const perSession = new Map<string, number>();
  /** When each was asked to go. */
  const sentMs = new WeakMap<Viewer, number>();
  let holding = 0;
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: MESSAGE_BYTES_MAX,
    maxFragments: 8,
    maxBufferedChunks: 64,
  });

  const countSession = (session: string, change: number): void => {
    const count = (perSession.get(session) ?? 0) + change;
    if (count > 0) perSession.set(session, count);
    else perSession.delete(session);
  };

  const renew = (viewer: Viewer, token: string): void => {
    const claims = access.play(token, viewer.claims.streamName);
    if (claims && isRenewal(viewer.claims, claims)) viewer.claims = claims;
    else viewer.close(4401);
  };

  const onMessage = (
    viewer: Viewer,
    text: string,
    place: { choice: RenditionChoice; at: Attachment },
  ): void => {
    const message = parseViewerMessage(text);
    switch (message?.kind) {
      case 'token':
        return renew(viewer, message.token);
      case 'received':
        return place.at.acknowledge(message.count, options.monotonic());
      case 'rendition':
        place.choice = { ...place.choice, wanted: message.rendition };
        return place.at.choose(place.choice);
      case undefined:
    }
  };

  /** What a preview or a meter counts on its way to the viewer. */
  const readerOf = (viewer: Viewer, webSocket: WebSocket, stream: LiveStream): FrameReader => {
    const { preview, meter } = viewer.claims;
    if (preview) return makePreviewReader(viewer, preview, options.previews);
    if (!meter) return viewer;
    const reader = makeMeteredReader({
      viewer,
      meter,
      deliveries: options.deliveries,
      questions: {
        ask: (key) => webSocket.readyState === webSocket.OPEN && webSocket.ping(key),
        onAnswer: (listener) => webSocket.on('pong', listener),
      },
      clock: () => stream.clock,
      pictureEndMs: () => stream.pictureEndMs,
      now: options.monotonic,
    });
    webSocket.on('close', () => reader.end());
    return reader;
  };

  const admit = (webSocket: WebSocket, socket: Socket, { claims, stream, filter, kbps }: Entry): void => {
    const viewer = makeViewer(webSocket, socket, claims);
    const { session } = claims;
    const reader = readerOf(viewer, webSocket, stream);
    viewers.add(viewer);
    countSession(session, 1);
    const choice = { allowed: allowedBy(claims, filter), wanted: wantedOf(filter), kbps };
    const place = { choice, at: stream.attach(reader, choice) };
    let messages = 0;
    let expiresAt = claims.expiresAt;
    webSocket.on('message', (data, isBinary) => {
      if (viewer.claims.expiresAt !== expiresAt) messages = 0;
      expiresAt = viewer.claims.expiresAt;
      messages += 1;
      if (messages > MESSAGES_MAX) viewer.close(1008);
      else if (!isBinary) onMessage(viewer, String(data), place);
    });
    webSocket.on('close', () => {
      place.at.detach();
      viewers.delete(viewer);
      countSession(session, -1);
    });
  };

  const decide = (url: URL): Entry | CloseCode => {
    const streamName = url.pathname.slice(PATH.length);
    const claims = access.play(url.searchParams.get('token') ?? '', streamName);
    // A wrong token is answered in the same way whether or not the stream exists.
    if (!claims) return 4401;
    const filter = filterOf(url);
    if (allowedBy(claims, filter)?.length === 0) return 4401;
    if (claims.meter && !options.deliveries.mayBegin(claims.meter)) return 4429;
    const stream = options.findStream(streamName);
    if (!stream) return 4404;
    if ((perSession.get(claims.session) ?? 0) >= options.viewersPerSessionMax) return 1008;
    return { claims, stream, filter, kbps: lineOf(url.searchParams) };
  };

  const enter = (request: UpgradeRequest, url: URL, socket: Socket): void => {
    const { url: path, headers } = request;
    // NOTE: ws reads only method, url and headers of the request.
    const incoming = { method: request.method ?? 'GET', url: path, headers } as IncomingMessage;
    server.handleUpgrade(incoming, socket, request.head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      const decision = decide(url);
      if (typeof decision === 'number') closeSocket(webSocket, socket, decision);
      else admit(webSocket, socket, decision);
    });
  };

  /**
   * The holder of a token for a stream that does not exist yet waits before the handshake, so that no message is
   * wasted.
   */
  const hold = async (url: URL, socket: Socket, session: string): Promise<void> => {
    const onError = () => socket.destroy();
    socket.on('error', onError);
    holding += 1;
    countSession(session, 1);
    await options.awaitStream(url.pathname.slice(PATH.length));
    holding -= 1;
    countSession(session, -1);
    socket.off('error', onError);
  };

  /** The session that may wait for its stream; undefined where there is nothing to wait for, or no place. */
  const waitingSession = (url: URL): string | undefined => {
    if (holding >= HOLDING_MAX || decide(url) !== 4404) return undefined;
    const { session } = access.play(url.searchParams.get('token') ?? '', url.pathname.slice(PATH.length))!;
    return (perSession.get(session) ?? 0) < options.viewersPerSessionMax ? session : undefined;
  };

  const isForeign = (origin: string | undefined): boolean =>
    origin !== undefined &&
    options.allowedOrigins !== undefined &&
    !options.allowedOrigins.includes(origin.toLowerCase());

  return {
    accept(request, socket) {
      const url = readPlainUrl(request.url, 'ws://media');
      if (!url?.pathname.startsWith(PATH)) return refuse(socket, '404 Not Found');
      if (isForeign(request.headers.origin)) return refuse(socket, '403 Forbidden');
      if (viewers.size >= options.viewersMax || isLeaving(options.leaving))
        return refuse(socket, '503 Service Unavailable');
      socket.setNoDelay(true);
      socket.setTimeout(0);
      const session = waitingSession(url);
      if (session === undefined) return enter(request, url, socket);
      void hold(url, socket, session).then(() => socket.destroyed || enter(request, url, socket));
    },
    revoke(revocation) {
      const code = revocation.session === undefined ? 4409 : 4401;
      for (const viewer of viewers) if (isCovered(viewer.claims, revocation)) viewer.close(code);
    },
    sweep() {
      for (const viewer of viewers) if (viewer.claims.expiresAt <= now()) viewer.close(4401);
    },
    sendAway() {
      // Previews end by themselves within a minute; with two connections both would be counted.
      const nowMs = options.monotonic();
      const all = [...viewers].filter(({ claims }) => !claims.preview);
      const isDue = (viewer: Viewer) => nowMs - (sentMs.get(viewer) ?? nowMs) > SEND_AGAIN_MS;
      const due = [...all.filter((viewer) => !sentMs.has(viewer)), ...all.filter(isDue)];
      for (const viewer of due.slice(0, SENT_AT_ONCE)) {
        sentMs.set(viewer, nowMs);
        viewer.write([MOVE], false);
      }
    },
    closeAll(code) {
      for (const viewer of viewers) viewer.close(code);
    },
    get viewerCount() {
      return viewers.size;
    },
  };
}
