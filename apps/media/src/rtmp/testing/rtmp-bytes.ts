import { type AmfValue, encodeAmf0 } from '../wire/amf0.ts';
import { TYPE } from '../wire/messages.ts';
import { PPS, slice, SPS_360 } from '../../testing/rtp-packets.ts';

/** A message as an encoder writes it. */
export interface SentMessage {
  /** 2 to 65,599; absent: 3. */
  readonly chunkStreamId?: number;
  readonly typeId: number;
  readonly streamId?: number;
  readonly timestampMs?: number;
  readonly payload: Buffer;
  /** Bytes of a chunk, 128 unless said otherwise before. */
  readonly chunkBytes?: number;
}

const EXTENDED = 0xff_ffff;

export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The one to three bytes that begin a chunk. */
export function basicHeader(format: number, chunkStreamId: number): Buffer {
  if (chunkStreamId < 64) return Buffer.from([(format << 6) | chunkStreamId]);
  const id = chunkStreamId - 64;
  if (id < 256) return Buffer.from([format << 6, id]);
  return Buffer.from([(format << 6) | 1, id & 0xff, id >> 8]);
}

/** The chunks of a message, the first with a full header, none of them joined. */
export function chunksOf(message: SentMessage): Buffer[] {
  const { chunkStreamId = 3, typeId, streamId = 0, timestampMs = 0, payload, chunkBytes = 128 } = message;
  const head = Buffer.alloc(11);
  head.writeUIntBE(Math.min(timestampMs, EXTENDED), 0, 3);
  head.writeUIntBE(payload.length, 3, 3);
  head[6] = typeId;
  head.writeUInt32LE(streamId, 7);
  const extended = timestampMs >= EXTENDED ? u32(timestampMs) : Buffer.alloc(0);
  const first = Buffer.concat([
    basicHeader(0, chunkStreamId),
    head,
    extended,
    payload.subarray(0, chunkBytes),
  ]);
  const others: Buffer[] = [];
  for (let at = chunkBytes; at < payload.length; at += chunkBytes)
    others.push(
      Buffer.concat([basicHeader(3, chunkStreamId), extended, payload.subarray(at, at + chunkBytes)]),
    );
  return [first, ...others];
}

export const messageBytes = (message: SentMessage): Buffer => Buffer.concat(chunksOf(message));

export const setChunkSize = (bytes: number): Buffer =>
  messageBytes({ chunkStreamId: 2, typeId: TYPE.setChunkSize, payload: u32(bytes) });

/** A command on chunk stream 3. */
export const command = (...values: readonly AmfValue[]): Buffer =>
  messageBytes({ typeId: TYPE.command, payload: encodeAmf0(...values) });

/** C0, C1 and C2. */
export const clientHandshake = (): Buffer =>
  Buffer.concat([Buffer.from([3]), Buffer.alloc(8), Buffer.alloc(1_528, 0x5a), Buffer.alloc(1_536, 0xa5)]);

export const connect = (app = 'live'): Buffer =>
  command(
    'connect',
    1,
    new Map<string, AmfValue>([
      ['app', app],
      ['type', 'nonprivate'],
      ['flashVer', 'FMLE/3.0 (compatible; test)'],
      ['tcUrl', 'rtmp://127.0.0.1/live'],
    ]),
  );

/** What an encoder says from `connect` to its key. */
export const publishCommands = (key: string): Buffer =>
  Buffer.concat([
    connect(),
    setChunkSize(4_096),
    command('releaseStream', 2, null, key),
    command('FCPublish', 3, null, key),
    command('createStream', 4, null),
    messageBytes({
      chunkStreamId: 4,
      typeId: TYPE.command,
      streamId: 1,
      payload: encodeAmf0('publish', 5, null, key, 'live'),
    }),
  ]);

const withLengths = (nals: readonly Buffer[]): Buffer =>
  Buffer.concat(nals.flatMap((nal) => [u32(nal.length), nal]));

const lengthOf = (nal: Buffer): Buffer => Buffer.from([nal.length >> 8, nal.length & 0xff]);

/** An AVCDecoderConfigurationRecord. */
export const avcRecord = (sps: Buffer = SPS_360, pps: Buffer = PPS): Buffer =>
  Buffer.concat([
    Buffer.from([1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1]),
    lengthOf(sps),
    sps,
    Buffer.from([1]),
    lengthOf(pps),
    pps,
  ]);

export const avcConfigTag = (sps?: Buffer, pps?: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcRecord(sps, pps)]);

/** A picture; without NAL units of its own a slice of the kind. */
export const pictureTag = (
  isKey: boolean,
  nals: readonly Buffer[] = [slice(isKey ? 5 : 1)],
  compositionMs = 0,
): Buffer => {
  const head = Buffer.from([isKey ? 0x17 : 0x27, 1, 0, 0, 0]);
  head.writeIntBE(compositionMs, 2, 3);
  return Buffer.concat([head, withLengths(nals)]);
};

/** AAC-LC, 48 kHz, stereo. */
export const AAC_CONFIG = Buffer.from([0x11, 0x90]);
/** One packet of silence in that format. */
export const AAC_SILENCE = Buffer.from('210049900219002380', 'hex');

export const aacConfigTag = (config: Buffer = AAC_CONFIG): Buffer =>
  Buffer.concat([Buffer.from([0xaf, 0]), config]);
export const soundTag = (data: Buffer = AAC_SILENCE): Buffer => Buffer.concat([Buffer.from([0xaf, 1]), data]);

export const videoMessage = (timestampMs: number, payload: Buffer): Buffer =>
  messageBytes({
    chunkStreamId: 6,
    typeId: TYPE.video,
    streamId: 1,
    timestampMs,
    payload,
    chunkBytes: 4_096,
  });

export const audioMessage = (timestampMs: number, payload: Buffer): Buffer =>
  messageBytes({
    chunkStreamId: 4,
    typeId: TYPE.audio,
    streamId: 1,
    timestampMs,
    payload,
    chunkBytes: 4_096,
  });

/** All that a publisher sends in a short session of 25 pictures a second, from the handshake to its leaving. */
export function sessionBytes(key: string, pictureCount: number): Buffer {
  const media: Buffer[] = [videoMessage(0, avcConfigTag()), audioMessage(0, aacConfigTag())];
  for (let i = 0; i < pictureCount; i++) {
    media.push(videoMessage(i * 40, pictureTag(i % 10 === 0)));
    media.push(audioMessage(i * 40 + 5, soundTag()), audioMessage(i * 40 + 26, soundTag()));
  }
  const leave = command('deleteStream', 6, null, 1);
  return Buffer.concat([clientHandshake(), publishCommands(key), ...media, leave]);
}
