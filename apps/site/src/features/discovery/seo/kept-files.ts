import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '@klieg/kernel';

/** Search engines read a sitemap again after hours; nobody misses a change of these minutes. */
const KEEP_MS = 10 * 60_000;
const BYTES_MAX = 32 * 1024 * 1024;
/** What a file takes besides its bytes: its name and its place among the others. */
const BESIDES_BYTES = 1_024;

interface KeptFile {
  readonly at: number;
  readonly file: Promise<Buffer>;
  /** With its own only once it is made. */
  readonly bytes: number;
}

/** Files that take a while to make, kept compressed; those asked for longest ago go first. */
export interface KeptFiles {
  /** The file of a key, made at most once at a time. @param pieces are asked for one by one, between other work */
  get(key: string, pieces: () => Iterable<string>): Promise<Buffer>;
  /** What the kept files take, in bytes. */
  readonly bytes: number;
}

async function compress(pieces: Iterable<string>): Promise<Buffer> {
  // One piece at a time: whatever else the process has to do comes in between.
  const source = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
  const chunks: Buffer[] = [];
  await pipeline(source, createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

export function makeKeptFiles(clock: Clock, bytesMax = BYTES_MAX): KeptFiles {
  const kept = new Map<string, KeptFile>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  // The least recently requested come first.
  const dropOld = (): void => {
    for (const key of kept.keys()) {
      if (bytes <= bytesMax) return;
      drop(key);
    }
  };
  const put = (key: string, file: KeptFile): void => {
    drop(key);
    kept.set(key, file);
    bytes += file.bytes;
  };
  return {
    async get(key, pieces) {
      const known = kept.get(key);
      if (known && clock.now() - known.at < KEEP_MS) {
        put(key, known);
        return known.file;
      }
      const made: KeptFile = { at: clock.now(), file: compress(pieces()), bytes: BESIDES_BYTES };
      put(key, made);
      try {
        const { length } = await made.file;
        if (kept.get(key) === made) {
          drop(key);
          put(key, { ...made, bytes: length + BESIDES_BYTES });
        }
      } catch (error) {
        if (kept.get(key) === made) drop(key);
        throw error;
      }
      dropOld();
      return made.file;
    },
    get bytes() {
      return bytes;
    },
  };
}
