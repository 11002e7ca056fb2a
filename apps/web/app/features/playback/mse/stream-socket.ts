/*
 * One connection to `live:GET /live/ws/{stream_name}`: the page says which rendition it wants, how many
 * messages it has got, and shows a fresh token before the old one ends.
 */

/** What a process says that ends soon. */
export const MOVE = '{"move":true}';

export interface StreamSocketOptions {
  readonly url: string;
  /** Initial rendition; `auto` lets the server choose. */
  readonly wanted: string;
  readonly askToken: () => Promise<string>;
  readonly onText: (text: string) => void;
  readonly onBinary: (data: ArrayBuffer) => void;
  /** @param hasOpened false where the connection never came about */
  readonly onClose: (code: number, hasOpened: boolean) => void;
}

export interface StreamSocket {
  readonly bytesReceived: number;
  /** When something came last, in monotonic milliseconds; its own start before that. */
  readonly heardAtMs: number;
  choose(wanted: string): void;
  /** Looks whether a fresh token is due; to be called each second. */
  tick(): void;
  renewToken(): Promise<void>;
  /** Closes without a call of `onClose`. */
  close(): void;
}

/** The server reads from this how fast the line is; it may be asked for more often, but not less. */
const REPORT_MS = 250;
const TOKEN_MS = 40_000;
const TOKEN_RETRY_MS = 5_000;

export function openStreamSocket(options: StreamSocketOptions): StreamSocket {
  const socket = new WebSocket(options.url);
  socket.binaryType = 'arraybuffer';
  let bytesReceived = 0;
  let heardAtMs = performance.now();
  let tokenDueMs = Infinity;
  let hasOpened = false;
  let received = 0;
  let reported = 0;
  let reportedAtMs = 0;
  let reportTimer: ReturnType<typeof setTimeout> | undefined;
  let { wanted } = options;

  const say = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const report = (): void => {
    clearTimeout(reportTimer);
    reportTimer = undefined;
    if (received === reported) return;
    reported = received;
    reportedAtMs = performance.now();
    say({ received });
  };

  /** Browsers delay timers of a hidden page, but not messages; the timer is for the last of them. */
  const count = (): void => {
    received += 1;
    const left = reportedAtMs + REPORT_MS - heardAtMs;
    if (left <= 0) report();
    else reportTimer ??= setTimeout(report, left);
  };

  const renewToken = async (): Promise<void> => {
    tokenDueMs = performance.now() + TOKEN_RETRY_MS;
    const token = await options.askToken().catch(() => undefined);
    if (token === undefined || socket.readyState !== WebSocket.OPEN) return;
    say({ token });
    tokenDueMs = performance.now() + TOKEN_MS;
  };

  const tick = (): void => {
    if (performance.now() >= tokenDueMs) void renewToken();
  };

  const stop = (): void => {
    clearTimeout(reportTimer);
    tokenDueMs = Infinity;
    socket.onopen = socket.onmessage = socket.onclose = null;
  };

  socket.onopen = () => {
    hasOpened = true;
    tokenDueMs = performance.now() + TOKEN_MS;
    if (wanted !== 'auto') say({ rendition: wanted });
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    heardAtMs = performance.now();
    if (typeof data === 'string') options.onText(data);
    else if (data instanceof ArrayBuffer) {
      bytesReceived += data.byteLength;
      count();
      options.onBinary(data);
    }
    tick();
  };
  socket.onclose = ({ code }) => {
    stop();
    options.onClose(code, hasOpened);
  };

  return {
    get bytesReceived() {
      return bytesReceived;
    },
    get heardAtMs() {
      return heardAtMs;
    },
    choose(next) {
      wanted = next;
      say({ rendition: next });
    },
    tick,
    renewToken,
    close() {
      stop();
      socket.close(1000);
    },
  };
}
