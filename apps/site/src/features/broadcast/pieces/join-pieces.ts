import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import { type PlacedPiece, pieceBlob } from './place-pieces.ts';
import { readChunks, readHeader, type SampleRun } from './read-chunks.ts';
import { makeMovieIndex, type MovieIndex } from './write-movie.ts';

export interface JoinedFile {
  readonly sizeBytes: number;
  readonly durationMs: number;
  /** The pieces that are in it. */
  readonly pieces: readonly PlacedPiece[];
}

/** A piece that is not there, or is not what was sent. */
class LostPiece extends Error {}

type Blobs = Pick<BlobStore, 'put' | 'read' | 'sizeOf'>;

/** @throws LostPiece; what the place of files says where it cannot be asked */
async function readWhole(blobs: Blobs, piece: PlacedPiece): Promise<Buffer> {
  const name = pieceBlob(piece);
  if ((await blobs.sizeOf(name)) !== piece.sizeBytes) throw new LostPiece(name);
  const bytes = await buffer(blobs.read(name));
  if (createHash('sha256').update(bytes).digest('hex') !== piece.sum) throw new LostPiece(name);
  return bytes;
}

/** Leaves out pictures that need one that was lost: after a hole a file goes on with one that stands alone. */
function makeHoleFilter(videoId: number | undefined) {
  let last: PlacedPiece | undefined;
  let isWaiting = false;
  return {
    next(piece: PlacedPiece): void {
      const isNext = last?.run === piece.run ? piece.nth === last.nth + 1 : piece.nth === 0;
      if (!isNext) isWaiting = true;
      last = piece;
    },
    passes({ trackId, samples }: SampleRun): boolean {
      if (trackId !== videoId || !isWaiting) return true;
      isWaiting = !samples[0]?.isSync;
      return !isWaiting;
    },
  };
}

const shiftOf = ({ atMs, fromMs }: PlacedPiece, startMs: number): number => atMs - fromMs - startMs;

/**
 * Makes one seekable file of pieces of the same picture: its index in front, then what was recorded, as it is. They are
 * read twice, once for the index, and are never in memory together. What is lost is a hole in the file's time.
 * @returns undefined where no picture is left
 */
export async function joinPieces(
  blobs: Blobs,
  part: readonly PlacedPiece[],
  to: string,
  /** Called after each piece. */
  onPiece: () => Promise<void>,
): Promise<JoinedFile | undefined> {
  const pieces: PlacedPiece[] = [];
  let index: MovieIndex | undefined;
  let videoId: number | undefined;
  let filter: ReturnType<typeof makeHoleFilter> | undefined;
  for (const piece of part) {
    const bytes = await readWhole(blobs, piece).catch((error: unknown) => {
      if (error instanceof LostPiece) return undefined;
      throw error;
    });
    await onPiece();
    if (!bytes) continue;
    if (!index) {
      const headers = readHeader(bytes.subarray(0, piece.initBytes));
      videoId = headers.find(({ kind }) => kind === 'video')?.trackId;
      index = makeMovieIndex(headers);
      filter = makeHoleFilter(videoId);
    }
    filter!.next(piece);
    pieces.push(piece);
    const shiftMs = shiftOf(piece, part[0]!.atMs);
    for (const run of readChunks(bytes.subarray(piece.initBytes)))
      if (filter!.passes(run)) index.add(run, shiftMs);
  }
  const made = index?.end();
  if (!made) return undefined;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield made!.head;
    const passing = makeHoleFilter(videoId);
    for (const piece of pieces) {
      const bytes = await readWhole(blobs, piece);
      await onPiece();
      passing.next(piece);
      for (const run of readChunks(bytes.subarray(piece.initBytes))) if (passing.passes(run)) yield run.data;
    }
  }
  const sizeBytes = await blobs.put(to, content());
  return { sizeBytes, durationMs: made.durationMs, pieces };
}
