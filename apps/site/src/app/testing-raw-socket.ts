import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** A WebSocket whose frames are written by hand, many at once, with anything in them. */
export interface RawSocket {
  readonly isOpen: boolean;
  /** The code of the site's close frame; 1006 when it ended without one. */
  readonly closeCode: number | undefined;
  /** Writes all of it at once; a Buffer need not be UTF-8. */
  write(frames: readonly (string | Buffer)[]): void;
  /** Resolves true with the first text after this call that fits, false when the site closes. */
  waitFor(accept: (text: string) => boolean): Promise<boolean>;
  /** Called with every text that comes. */
  onText: (text: string) => void;
  end(): void;
}

/** A masked text frame; the mask of zeros leaves the bytes as they are. */
function frameOf(content: string | Buffer, opcode = 1): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { length } = bytes;
  const head = Buffer.alloc(length < 126 ? 6 : length < 65_536 ? 8 : 14);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (length >= 65_536) head.writeBigUInt64BE(BigInt(length), 2);
  else if (length >= 126) head.writeUInt16BE(length, 2);
  return Buffer.concat([head, bytes]);
}

/** Reads the site's frames out of a growing buffer. @returns what is left of it */
function readFrames(bytes: Buffer, onFrame: (opcode: number, content: Buffer) => void): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = bytes[at + 1]! & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length - at < head) break;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if (bytes.length - at < head + length) break;
    onFrame(bytes[at]! & 0x0f, bytes.subarray(at + head, at + head + length));
    at += head + length;
  }
  return bytes.subarray(at);
}

/** Opens a socket such as ws://127.0.0.1:8080/ws/lobby. @throws when the site does not upgrade */
export async function openRawSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawSocket> {
  const stream = await new Promise<Socket>((resolve, reject) => {
    const asked = request(url.replace(/^ws/, 'http'), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        'sec-websocket-protocol': 'v3.json',
        ...headers,
      },
    });
    asked.once('upgrade', (_response, socket: Socket, head) => {
      socket.unshift(head);
      resolve(socket);
    });
    asked.once('response', ({ statusCode }) => reject(new Error(`not upgraded: ${statusCode}`)));
    asked.once('error', reject);
    asked.end();
  });
  let rest: Buffer = Buffer.alloc(0);
  let closeCode: number | undefined;
  const waiting = new Set<(text: string | undefined) => void>();
  const raw: RawSocket = {
    get isOpen() {
      return closeCode === undefined;
    },
    get closeCode() {
      return closeCode;
    },
    write: (frames) => void stream.write(Buffer.concat(frames.map((frame) => frameOf(frame)))),
    waitFor: (accept) =>
      new Promise((resolve) => {
        if (closeCode !== undefined) return resolve(false);
        const look = (text: string | undefined) => {
          if (text !== undefined && !accept(text)) return;
          waiting.delete(look);
          resolve(text !== undefined);
        };
        waiting.add(look);
      }),
    onText: () => undefined,
    end: () => void stream.destroy(),
  };
  const ended = (code: number) => {
    closeCode ??= code;
    for (const look of waiting) look(undefined);
  };
  stream.on('data', (more: Buffer) => {
    rest = readFrames(rest.length > 0 ? Buffer.concat([rest, more]) : more, (opcode, content) => {
      if (opcode === 8) {
        ended(content.length >= 2 ? content.readUInt16BE(0) : 1005);
        return void stream.end();
      }
      if (opcode === 9) return void stream.write(frameOf(content, 10));
      const text = content.toString('utf8');
      raw.onText(text);
      for (const look of waiting) look(text);
    });
  });
  stream.on('error', () => ended(1006));
  stream.on('close', () => ended(1006));
  return raw;
}
