import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isInternalMediaKey } from '@klieg/contract/media';
import { readPlainUrl } from '@klieg/kernel';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import type { FrameReader } from '../edge/feed.ts';
import type { LiveStream } from '../edge/live-stream.ts';
import type { UpgradeRequest } from '../edge/sockets/viewer-gate.ts';
import { closeSocket } from '../edge/sockets/viewer.ts';
import { textFrame } from '../edge/sockets/websocket-frame.ts';
import { epochText, KEY_WANTED, RELAY_PATH } from './relay-messages.ts';

/** Lets edges in, who fetch a rendition of a stream that is published here. */
export interface RelayGate {
  /** Takes an upgrade of `/internal/relay/{stream}?rendition=`; without the internal key it looks absent. */
  accept(request: UpgradeRequest, socket: Socket): void;
  /** Connections of edges, one per edge and rendition. */
  readonly linkCount: number;
  closeAll(code: CloseCode): void;
}

export interface RelayGateOptions {
  readonly secret: Uint8Array;
  /** Streams of this process's own publishers; never a relayed one. */
  readonly findStream: (streamName: string) => LiveStream | undefined;
  readonly linksMax: number;
  /** Viewers at an edge need a keyframe; called for each message of an edge. */
  readonly onKeyWanted: (streamName: string, rendition: string) => void;
}

/** An edge only ever says that it needs a keyframe. */
const MESSAGE_BYTES_MAX = 125;

const refuse = (socket: Socket, status: string): void => {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** A connection as a reader of a feed; frames go straight to its socket, already framed. */
function makeReader(webSocket: WebSocket, socket: Socket): FrameReader {
  let isClosing = false;
  return {
    get queuedBytes() {
      return socket.writableLength;
    },
    write(frames) {
      if (isClosing) return;
      socket.cork();
      for (const frame of frames) socket.write(frame);
      socket.uncork();
    },
    close(code) {
      if (isClosing) return;
      isClosing = true;
      closeSocket(webSocket, socket, code);
    },
  };
}

export function makeRelayGate(options: RelayGateOptions): RelayGate {
  const links = new Set<FrameReader>();
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: MESSAGE_BYTES_MAX,
  });

  const admit = (webSocket: WebSocket, socket: Socket, streamName: string, rendition: string): void => {
    webSocket.on('error', () => webSocket.terminate());
    const stream = options.findStream(streamName);
    if (!stream) return closeSocket(webSocket, socket, 4404);
    const reader = makeReader(webSocket, socket);
    links.add(reader);
    reader.write([textFrame(epochText(stream.clock.name))], false);
    const place = stream.attach(reader, { allowed: [rendition], wanted: rendition });
    webSocket.on('message', (data, isBinary) => {
      if (!isBinary && String(data) === KEY_WANTED) options.onKeyWanted(streamName, rendition);
    });
    webSocket.on('close', () => {
      place.detach();
      links.delete(reader);
    });
  };

  return {
    accept(request, socket) {
      const url = readPlainUrl(request.url, 'ws://media');
      const streamName = url?.pathname.slice(RELAY_PATH.length) ?? '';
      const rendition = url?.searchParams.get('rendition') ?? '';
      const isAsked = url?.pathname.startsWith(RELAY_PATH) && streamName !== '' && rendition !== '';
      if (!isAsked || !isInternalMediaKey(options.secret, request.headers['x-internal-secret']))
        return refuse(socket, '404 Not Found');
      if (links.size >= options.linksMax) return refuse(socket, '503 Service Unavailable');
      socket.setNoDelay(true);
      socket.setTimeout(0);
      const { url: path, headers } = request;
      // NOTE: ws reads only method, url and headers of the request.
      const incoming = { method: request.method ?? 'GET', url: path, headers } as IncomingMessage;
      server.handleUpgrade(incoming, socket, request.head, (webSocket) =>
        admit(webSocket, socket, streamName, rendition),
      );
    },
    get linkCount() {
      return links.size;
    },
    closeAll(code) {
      for (const link of links) link.close(code);
    },
  };
}
