import { type RtmpMessage, TYPE } from './messages.ts';

/** Reassembles messages from chunks as they arrive, cut anywhere. Never throws on their contents. */
export interface ChunkReader {
  /**
   * Takes bytes. After a message that was answered by `hold` what follows is kept until the next
   * call. @returns false when the bytes are malformed; nothing more is read then
   */
  push(data: Buffer): boolean;
}

export interface ChunkReaderOptions {
  /** Longest message of a type; undefined refuses the type before storing anything of it. */
  readonly bytesMaxOf: (typeId: number) => number | undefined;
  readonly onMessage: (message: RtmpMessage) => 'next' | 'hold';
}

/** Encoders use two to five. */
const STREAMS_MAX = 16;
/** Bytes of all messages that are not complete yet. */
const PARTIAL_BYTES_MAX = 4 * 1024 * 1024;
const CHUNK_BYTES_USUAL = 128;
/** The specification asks for at least 128; smaller chunks would be mostly headers. */
const CHUNK_BYTES_MIN = 128;
const CHUNK_BYTES_MAX = 0xff_ffff;
/** A message gets this much memory at once, and more as its bytes come. */
const FIRST_BYTES = 16 * 1024;
/** Bytes of the message header by chunk format. */
const HEADER_BYTES = [11, 7, 3, 0] as const;
const EXTENDED = 0xff_ffff;
const EMPTY = Buffer.alloc(0);

interface ChunkStream {
  readonly timestampMs: number;
  /** The time field as it was last sent, extended or not; a header without one repeats it. */
  readonly timeField: number;
  readonly isExtended: boolean;
  readonly length: number;
  readonly typeId: number;
  readonly streamId: number;
}

interface PartialMessage {
  readonly header: ChunkStream;
  bytes: Buffer;
  filled: number;
}

interface BasicHeader {
  readonly format: number;
  readonly id: number;
  readonly end: number;
}

/** Reads format and id of a chunk, ids up to 65,599; undefined when there are too few bytes. */
function readBasicHeader(bytes: Buffer, start: number): BasicHeader | undefined {
  if (start >= bytes.length) return undefined;
  const format = bytes[start]! >> 6;
  const low = bytes[start]! & 0x3f;
  const end = start + (low < 2 ? low + 2 : 1);
  if (end > bytes.length) return undefined;
  if (low >= 2) return { format, id: low, end };
  const high = low === 1 ? bytes[start + 2]! : 0;
  return { format, id: 64 + bytes[start + 1]! + high * 256, end };
}

/** A larger buffer with the same content. */
function grown(message: PartialMessage, bytesWanted: number): Buffer {
  const size = Math.min(message.header.length, Math.max(bytesWanted, message.bytes.length * 2));
  const bytes = Buffer.allocUnsafe(size);
  message.bytes.copy(bytes, 0, 0, message.filled);
  return bytes;
}

interface OpenChunk {
  readonly id: number;
  readonly message: PartialMessage;
  left: number;
}

type Verdict = 'next' | 'hold' | 'short' | 'malformed';
type Step = { readonly id: number; readonly end: number } | 'short' | 'malformed';

export function makeChunkReader(options: ChunkReaderOptions): ChunkReader {
  const streams = new Map<number, ChunkStream>();
  const partial = new Map<number, PartialMessage>();
  let partialBytes = 0;
  let chunkBytes = CHUNK_BYTES_USUAL;
  let rest = EMPTY;
  let isBroken = false;
  /** The chunk whose bytes are coming. */
  let open: OpenChunk | undefined;

  const isAllowed = (id: number, header: ChunkStream): boolean => {
    const bytesMax = options.bytesMaxOf(header.typeId);
    if (bytesMax === undefined || header.length > bytesMax) return false;
    return streams.has(id) || streams.size < STREAMS_MAX;
  };

  const begin = (bytes: Buffer, { format, id, end: start }: BasicHeader): Step => {
    const before = streams.get(id);
    // NOTE: librtmp begins chunk streams with format 1.
    if (!before && format > 1) return 'malformed';
    const end = start + HEADER_BYTES[format]!;
    if (end > bytes.length) return 'short';
    const field = format < 3 ? bytes.readUIntBE(start, 3) : before!.timeField;
    const isExtended = format < 3 ? field === EXTENDED : before!.isExtended;
    if (isExtended && end + 4 > bytes.length) return 'short';
    const timeField = isExtended ? bytes.readUInt32BE(end) : field;
    const header: ChunkStream = {
      timestampMs: format === 0 ? timeField : ((before?.timestampMs ?? 0) + timeField) % 2 ** 32,
      timeField,
      isExtended,
      length: format < 2 ? bytes.readUIntBE(start + 3, 3) : before!.length,
      typeId: format < 2 ? bytes[start + 6]! : before!.typeId,
      streamId: format === 0 ? bytes.readUInt32LE(start + 7) : (before?.streamId ?? 0),
    };
    if (!isAllowed(id, header)) return 'malformed';
    streams.set(id, header);
    partial.set(id, { header, bytes: Buffer.allocUnsafe(Math.min(header.length, FIRST_BYTES)), filled: 0 });
    return { id, end: isExtended ? end + 4 : end };
  };

  /** The next chunk of a message; some encoders leave the extended time out here. */
  const proceed = (bytes: Buffer, { format, id, end }: BasicHeader, header: ChunkStream): Step => {
    if (format !== 3) return 'malformed';
    if (!header.isExtended) return { id, end };
    if (end + 4 > bytes.length) return 'short';
    return { id, end: bytes.readUInt32BE(end) === header.timeField ? end + 4 : end };
  };

  const readHeader = (bytes: Buffer, start: number): Step => {
    const basic = readBasicHeader(bytes, start);
    if (!basic) return 'short';
    const message = partial.get(basic.id);
    return message ? proceed(bytes, basic, message.header) : begin(bytes, basic);
  };

  const forget = (id: number): void => {
    partialBytes -= partial.get(id)?.filled ?? 0;
    partial.delete(id);
  };

  /** Obeys what concerns chunks, passes on the rest. */
  const finish = (id: number, { header, bytes }: PartialMessage): Verdict => {
    forget(id);
    const { typeId, streamId, timestampMs } = header;
    if (typeId !== TYPE.setChunkSize && typeId !== TYPE.abort)
      return options.onMessage({ typeId, streamId, timestampMs, payload: bytes });
    if (bytes.length < 4) return 'malformed';
    const value = bytes.readUInt32BE(0);
    if (typeId === TYPE.abort) {
      forget(value);
      return 'next';
    }
    if (value < CHUNK_BYTES_MIN || value > CHUNK_BYTES_MAX) return 'malformed';
    chunkBytes = value;
    return 'next';
  };

  /** Reads the header of the next chunk, unless one is open. @returns where its bytes begin */
  const openChunk = (bytes: Buffer, at: number): number | 'short' | 'malformed' => {
    if (open) return at;
    const step = readHeader(bytes, at);
    if (typeof step === 'string') return step;
    const message = partial.get(step.id)!;
    const left = Math.min(chunkBytes, message.header.length - message.filled);
    open = { id: step.id, message, left };
    return step.end;
  };

  /** Takes what there is of the open chunk. @returns where that ends */
  const fillChunk = ({ message, left }: OpenChunk, bytes: Buffer, at: number): number => {
    const count = Math.min(left, bytes.length - at);
    const filled = message.filled + count;
    if (filled > message.bytes.length) message.bytes = grown(message, filled);
    bytes.copy(message.bytes, message.filled, at, at + count);
    message.filled = filled;
    partialBytes += count;
    return at + count;
  };

  const readChunk = (bytes: Buffer, start: number): { readonly at: number; readonly verdict: Verdict } => {
    const from = openChunk(bytes, start);
    if (typeof from === 'string' || !open)
      return { at: start, verdict: from === 'short' ? 'short' : 'malformed' };
    const { id, message } = open;
    const at = fillChunk(open, bytes, from);
    open.left -= at - from;
    if (partialBytes > PARTIAL_BYTES_MAX) return { at, verdict: 'malformed' };
    if (open.left > 0) return { at, verdict: 'short' };
    open = undefined;
    return { at, verdict: message.filled < message.header.length ? 'next' : finish(id, message) };
  };

  return {
    push(data) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, data]) : data;
      rest = EMPTY;
      let step: { readonly at: number; readonly verdict: Verdict } = {
        at: 0,
        verdict: isBroken ? 'malformed' : 'next',
      };
      while (step.verdict === 'next') step = readChunk(bytes, step.at);
      isBroken = step.verdict === 'malformed';
      // A copy, so that the few bytes of a header do not keep a whole read alive.
      if (!isBroken && step.at < bytes.length) rest = Buffer.from(bytes.subarray(step.at));
      return !isBroken;
    },
  };
}
