import { once } from 'node:events';
import { constants, createDeflateRaw } from 'node:zlib';
import { makeNonceSum } from './nonce-sum.ts';

/** A rendered page whose places for the nonce of an answer are known. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What it takes in memory. */
  readonly bytes: number;
  /** The whole text with this nonce, which must be as long as the placeholder the page was rendered with. */
  plain(nonce: string): Buffer;
  /** The same, compressed; made once and then filled in. */
  gzip(nonce: string): Promise<Buffer>;
  /** Gives an answer's bytes back once they are sent: their room is filled in for the next one. */
  release(bytes: Buffer): void;
}

/** Of bytes that no UTF-8 text has, so that nothing in the stream refers back to a place of the nonce. */
const HOLE = 0xff;
const LEVEL = 6;
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const TRAILER_BYTES = 8;
/** How many buffers are kept per form for reuse. */
const SPARE_MAX = 3;
/** A page shorter than this is not worth compressing. */
const GZIP_FROM_BYTES = 1_024;

const placesOf = (text: Buffer, mark: string): number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) places.push(at);
  return places;
};

/** Copies a nonce to each of its places. */
function fill(bytes: Buffer, places: readonly number[], nonce: string): Buffer {
  for (const at of places) bytes.write(nonce, at, 'latin1');
  return bytes;
}

/** Bytes with their nonce positions, and buffers that already contain everything except the nonce. */
interface Stencil {
  /** @returns a room of its own that holds them with this nonce */
  fill(nonce: string): Buffer;
  /** @returns whether the buffer belongs to these bytes and will be reused */
  release(room: Buffer): boolean;
}

/** A large buffer per answer would be its biggest cost, above all for the garbage collector. */
function makeStencil(bytes: Buffer, places: readonly number[]): Stencil {
  const own = new WeakSet<Buffer>();
  const spare: Buffer[] = [];
  const make = (): Buffer => {
    const room = Buffer.from(bytes);
    own.add(room);
    return room;
  };
  return {
    fill: (nonce) => fill(spare.pop() ?? make(), places, nonce),
    release(room) {
      if (!own.has(room)) return false;
      if (spare.length < SPARE_MAX && !spare.includes(room)) spare.push(room);
      return true;
    },
  };
}

interface Deflated {
  readonly bytes: Buffer;
  /** Positions of the nonce in them, uncompressed. */
  readonly places: readonly number[];
}

/** Deflates a text so that its places stay open: each is stored as it is, between parts that are compressed. */
async function deflateAround(text: Buffer, places: readonly number[], length: number): Promise<Deflated> {
  const stream = createDeflateRaw({ level: LEVEL });
  const chunks: Buffer[] = [];
  let written = HEADER.length;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    written += chunk.length;
  });
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
  const write = (part: Buffer) => step((done) => stream.write(part, done));
  const flush = () => step((done) => stream.flush(constants.Z_SYNC_FLUSH, () => done()));
  const setLevel = (level: number) =>
    step((done) => stream.params(level, constants.Z_DEFAULT_STRATEGY, done));

  const opened: number[] = [];
  let from = 0;
  for (const at of places) {
    if (at > from) await write(text.subarray(from, at));
    await flush();
    await setLevel(0);
    await write(Buffer.alloc(length, HOLE));
    await flush();
    await setLevel(LEVEL);
    from = at + length;
    // A stored block has a head, and the flush after it an empty block.
    const tail = Buffer.concat(chunks);
    opened.push(HEADER.length + tail.lastIndexOf(Buffer.alloc(length, HOLE)));
  }
  if (from < text.length) await write(text.subarray(from));
  stream.end();
  await once(stream, 'end');
  return {
    bytes: Buffer.concat([HEADER, ...chunks, Buffer.alloc(TRAILER_BYTES)], written + TRAILER_BYTES),
    places: opened,
  };
}

/** @param mark placeholder for an answer's nonce in the text; known only to its render */
export function makeRenderedPage(
  { status, headers, text }: Pick<RenderedPage, 'status' | 'headers'> & { readonly text: Buffer },
  mark: string,
): RenderedPage {
  const places = placesOf(text, mark);
  const plain = makeStencil(text, places);
  let packed: Promise<{ readonly stencil: Stencil; readonly sumOf: (nonce: string) => number }> | undefined;
  let stencilOfPacked: Stencil | undefined;
  const pack = async () => {
    const { bytes, places: opened } = await deflateAround(text, places, mark.length);
    bytes.writeUInt32LE(text.length, bytes.length - TRAILER_BYTES / 2);
    stencilOfPacked = makeStencil(bytes, opened);
    return { stencil: stencilOfPacked, sumOf: makeNonceSum(text, places, mark.length) };
  };
  return {
    status,
    headers,
    // Including its compressed form, at most a fifth of it, and the spare buffers of both.
    bytes: Math.ceil(text.length * 1.2 * (1 + SPARE_MAX)),
    plain: plain.fill,
    async gzip(nonce) {
      const { stencil, sumOf } = await (packed ??= pack());
      const room = stencil.fill(nonce);
      room.writeUInt32LE(sumOf(nonce), room.length - TRAILER_BYTES);
      return room;
    },
    release(bytes) {
      if (!plain.release(bytes)) stencilOfPacked?.release(bytes);
    },
  };
}

/** Whether a page goes out compressed to somebody who says what they take. */
export const isGzipWanted = (acceptEncoding: string | undefined, bytes: number): boolean =>
  bytes >= GZIP_FROM_BYTES &&
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(acceptEncoding ?? '');
