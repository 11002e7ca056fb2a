import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '@klieg/kernel';

/** Search engines read a sitemap again in hours; nobody misses a change of these minutes. */
const KEEP_MS = 10 * 60_000;
const BYTES_MAX = 32 * 1024 * 1024;

interface KeptFile {
  readonly at: number;
  readonly file: Promise<Buffer>;
  /** Known once it is made. */
  bytes: number;
}

/** Files that take a while to make, kept compressed; those asked for longest ago go first. */
export interface KeptFiles {
  /** The file of a key, made at most once at a time. @param pieces are asked for one by one, between other work */
  get(key: string, pieces: () => Iterable<string>): Promise<Buffer>;
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

export function makeKeptFiles(clock: Clock): KeptFiles {
  const kept = new Map<string, KeptFile>();
  const dropOld = (): void => {
    let bytes = [...kept.values()].reduce((sum, file) => sum + file.bytes, 0);
    for (const [key, file] of kept) {
      if (bytes <= BYTES_MAX) return;
      kept.delete(key);
      bytes -= file.bytes;
    }
  };
  return {
    async get(key, pieces) {
      const known = kept.get(key);
      if (known && clock.now() - known.at < KEEP_MS) return known.file;
      const made: KeptFile = { at: clock.now(), file: compress(pieces()), bytes: 0 };
      kept.delete(key);
      kept.set(key, made);
      try {
        made.bytes = (await made.file).length;
      } catch (error) {
        if (kept.get(key) === made) kept.delete(key);
        throw error;
      }
      dropOld();
      return made.file;
    },
  };
}
