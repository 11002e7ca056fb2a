import { WebSocket } from 'ws';

/** A viewer that keeps all that it gets. */
export interface TestViewer {
  readonly texts: readonly string[];
  /** Init and fragments. */
  readonly frames: readonly Buffer[];
  readonly closeCode: number | undefined;
  send(message: unknown): void;
  close(): void;
}

/** Connects a viewer; its collections grow as messages come. */
export function watchStream(port: number, streamName: string, query: string, origin?: string): TestViewer {
  const texts: string[] = [];
  const frames: Buffer[] = [];
  let closeCode: number | undefined;
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/live/ws/${streamName}${query}`,
    origin ? { origin } : {},
  );
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data);
    else texts.push(String(data));
  });
  socket.on('close', (code) => {
    closeCode ??= code;
  });
  socket.on('error', () => {});
  return {
    texts,
    frames,
    get closeCode() {
      return closeCode;
    },
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
}
