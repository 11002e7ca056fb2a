import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type AmfMap, type AmfValue, decodeAmf0 } from '../wire/amf0.ts';
import { makeChunkReader } from '../wire/chunk-reader.ts';
import { type RtmpMessage, TYPE } from '../wire/messages.ts';
import { clientHandshake, publishCommands } from './rtmp-bytes.ts';

/** An encoder for tests, over a real socket. */
export interface RtmpClient {
  /** Codes of all answers to publishing and playing. */
  readonly codes: readonly string[];
  /** What the last of them said. */
  readonly description: string | undefined;
  /** Messages of the server that are not commands. */
  readonly controls: readonly RtmpMessage[];
  readonly isClosed: boolean;
  write(bytes: Buffer): void;
  /** Handshake and all commands up to the key, in one go. */
  publish(key: string): void;
  close(): void;
}

const SERVER_HANDSHAKE_BYTES = 1 + 2 * 1_536;

const isMap = (value: AmfValue): value is AmfMap => value instanceof Map;

export interface RtmpClientOptions {
  readonly port: number;
  /** Certificate to trust; present: RTMPS. */
  readonly certificate?: string;
}

export function openRtmpClient({ port, certificate }: RtmpClientOptions): RtmpClient {
  const codes: string[] = [];
  const controls: RtmpMessage[] = [];
  let description: string | undefined;
  let isClosed = false;
  let handshakeLeft = SERVER_HANDSHAKE_BYTES;
  const socket: Socket = certificate
    ? connectTls({ port, host: '127.0.0.1', ca: certificate, servername: 'localhost' })
    : connectTcp({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);

  const onCommand = (payload: Buffer): void => {
    const [name, , , status] = decodeAmf0(payload) ?? [];
    if (name !== 'onStatus' || !isMap(status)) return;
    codes.push(String(status.get('code')));
    description = String(status.get('description'));
  };
  const reader = makeChunkReader({
    bytesMaxOf: () => 64 * 1024,
    onMessage(message) {
      if (message.typeId === TYPE.command) onCommand(message.payload);
      else controls.push(message);
      return 'next';
    },
  });
  socket.on('data', (data: Buffer) => {
    const skipped = Math.min(handshakeLeft, data.length);
    handshakeLeft -= skipped;
    if (!reader.push(data.subarray(skipped))) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    isClosed = true;
  });

  const write = (bytes: Buffer): void => {
    if (socket.writable) socket.write(bytes);
  };
  return {
    codes,
    controls,
    get description() {
      return description;
    },
    get isClosed() {
      return isClosed;
    },
    write,
    publish: (key) => write(Buffer.concat([clientHandshake(), publishCommands(key)])),
    close: () => socket.destroy(),
  };
}
