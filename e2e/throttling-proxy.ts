import { connect, createServer, type Socket } from 'node:net';

/** A line to a server whose speed can be changed while it is used. */
export interface ThrottlingProxy {
  readonly port: number;
  /** Speed towards the client, all of its connections together; Infinity: as fast as it goes. */
  setKbps(kbps: number): void;
  close(): Promise<void>;
}

/** More than this is not taken from the server while the client waits for it. */
const WAITING_BYTES_MAX = 32 * 1024;
/** A narrow line lets small pieces through often rather than large ones seldom. */
const TICK_MS = 10;

interface Line {
  readonly client: Socket;
  readonly server: Socket;
  waiting: Buffer[];
  waitingBytes: number;
  hasEnded: boolean;
}

/** Hands on as many of the waiting bytes as are allowed; answers how many these were. */
function handOn(line: Line, bytesMax: number): number {
  let sent = 0;
  while (sent < bytesMax && line.waiting.length > 0) {
    const first = line.waiting.shift()!;
    const piece = first.subarray(0, bytesMax - sent);
    if (piece.length < first.length) line.waiting.unshift(first.subarray(piece.length));
    sent += piece.length;
    line.client.write(piece);
  }
  line.waitingBytes -= sent;
  if (line.waitingBytes < WAITING_BYTES_MAX) line.server.resume();
  if (line.hasEnded && line.waiting.length === 0) line.client.end();
  return sent;
}

/** Forwards TCP to a port of this machine. */
export async function startThrottlingProxy(targetPort: number): Promise<ThrottlingProxy> {
  const lines = new Set<Line>();
  let bytesPerTick = Infinity;
  let allowance = 0;

  const drop = (line: Line): void => {
    lines.delete(line);
    line.client.destroy();
    line.server.destroy();
  };

  const listener = createServer((client) => {
    const server = connect({
      port: targetPort,
      host: '127.0.0.1',
      highWaterMark: WAITING_BYTES_MAX / 2,
    } as never);
    const line: Line = { client, server, waiting: [], waitingBytes: 0, hasEnded: false };
    lines.add(line);
    client.setNoDelay(true);
    server.setNoDelay(true);
    client.pipe(server);
    server.on('data', (data) => {
      line.waiting.push(data);
      line.waitingBytes += data.length;
      if (bytesPerTick === Infinity) handOn(line, Infinity);
      else if (line.waitingBytes >= WAITING_BYTES_MAX) server.pause();
    });
    server.on('end', () => {
      line.hasEnded = true;
      handOn(line, bytesPerTick === Infinity ? Infinity : 0);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => drop(line));
      socket.on('close', () => drop(line));
    }
  });

  const timer = setInterval(() => {
    if (bytesPerTick === Infinity) return;
    // What nobody used is not saved up.
    allowance = Math.min(allowance + bytesPerTick, 2 * bytesPerTick + 1_500);
    for (const line of lines) allowance -= handOn(line, Math.max(0, Math.floor(allowance)));
  }, TICK_MS);

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    port: address.port,
    setKbps(kbps) {
      bytesPerTick = (kbps * 1_000 * TICK_MS) / 8 / 1_000;
      allowance = 0;
      if (kbps === Infinity) for (const line of lines) handOn(line, Infinity);
    },
    async close() {
      clearInterval(timer);
      for (const line of lines) drop(line);
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
