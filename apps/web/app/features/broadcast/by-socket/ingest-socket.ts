import {
  INGEST_CLOSE,
  type IngestClose,
  type IngestFrame,
  type IngestSaid,
  type IngestTold,
  writeIngestFrame,
} from '@klieg/contract/features/broadcast/ingest-frame';

/** One connection to `live:GET wss /live/ingest`. */
export interface IngestSocket {
  send(frame: IngestFrame): void;
  say(message: IngestSaid): void;
  readonly sentBytes: number;
  /** What is still on its way, wherever it waits: here, in the kernel, or in a proxy. */
  readonly queuedBytes: number;
  close(): void;
}

export interface IngestSocketOptions {
  readonly url: string;
  readonly onOpen: () => void;
  readonly onTold: (message: IngestTold) => void;
  /** @param why undefined where the line broke, or never came about */
  readonly onClosed: (why: IngestClose | undefined) => void;
}

const WHY = new Map(Object.entries(INGEST_CLOSE).map(([why, code]) => [code as number, why as IngestClose]));

export function openIngestSocket({ url, onOpen, onTold, onClosed }: IngestSocketOptions): IngestSocket {
  const socket = new WebSocket(url);
  let sentBytes = 0;
  let gotBytes = 0;
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  socket.onopen = onOpen;
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as IngestTold;
    if ('got' in message) gotBytes = message.got;
    onTold(message);
  };
  socket.onclose = ({ code }) => onClosed(WHY.get(code));

  return {
    send(frame) {
      if (!isOpen()) return;
      const bytes = writeIngestFrame(frame);
      sentBytes += bytes.length;
      socket.send(bytes);
    },
    say(message) {
      if (isOpen()) socket.send(JSON.stringify(message));
    },
    get sentBytes() {
      return sentBytes;
    },
    get queuedBytes() {
      return Math.max(socket.bufferedAmount, sentBytes - gotBytes);
    },
    close() {
      socket.onclose = null;
      socket.close();
    },
  };
}
