import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import { type PlacedPiece, pieceBlob } from './place-pieces.ts';
import { readChunks, readHeader, type SampleRun, type TrackHeader } from './read-chunks.ts';
import { makeMovieIndex, type MovieIndex } from './write-movie.ts';

export interface JoinedFile {
  readonly sizeBytes: number;
  readonly durationMs: number;
  /** The pieces that are in it. */
  readonly pieces: readonly PlacedPiece[];
}

/** A piece that is missing, or differs from what was sent. */
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

/** The content of a piece; undefined if a packager would not write it, so a retry would not help. */
function readContent(
  bytes: Buffer,
  { initBytes }: PlacedPiece,
): { readonly headers: readonly TrackHeader[]; readonly runs: readonly SampleRun[] } | undefined {
  try {
    const headers = readHeader(bytes.subarray(0, initBytes));
    const runs = [...readChunks(bytes.subarray(initBytes))];
    const isWhole = runs.every((run) => headers.some(({ trackId }) => trackId === run.trackId));
    return isWhole ? { headers, runs } : undefined;
  } catch {
    return undefined;
  }
}

/** Which existing but unreadable pieces become holes: none, some while others can be read, or all. */
export type LeaveOut = 'none' | 'some' | 'all';

/** Reads pieces, and knows which could not be read. */
function makePieceReader(blobs: Blobs, leaveOut: LeaveOut) {
  const failed: { readonly piece: PlacedPiece; readonly error: unknown }[] = [];
  return {
    /** @throws the file storage's error, if no hole may be made of it */
    async read(piece: PlacedPiece) {
      try {
        return readContent(await readWhole(blobs, piece), piece);
      } catch (error) {
        if (error instanceof LostPiece) return undefined;
        if (leaveOut === 'none') throw error;
        failed.push({ piece, error });
        return undefined;
      }
    },
    /** @throws the same if nothing was read, or if the storage works again by now */
    async settle(isAnyRead: boolean): Promise<void> {
      for (const { piece, error } of failed) {
        if (leaveOut === 'some' && !isAnyRead) throw error;
        const isBack = await readWhole(blobs, piece).then(
          () => true,
          () => false,
        );
        if (isBack) throw error;
      }
    },
  };
}

/** Drops pictures that depend on a lost one: after a hole a file continues with an independent one. */
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
 * Makes one seekable file from pieces with the same picture format: its index in front, then the recorded bytes
 * unchanged. They are read twice, the first time for the index, and are never in memory together. What is lost becomes
 * a hole in the file's time.
 * @returns undefined where no picture is left
 * @throws the storage's error where it cannot be reached
 */
export async function joinPieces(
  blobs: Blobs,
  part: readonly PlacedPiece[],
  to: string,
  /** Called after each piece. */
  onPiece: () => Promise<void>,
  leaveOut: LeaveOut = 'none',
): Promise<JoinedFile | undefined> {
  const reader = makePieceReader(blobs, leaveOut);
  const pieces: PlacedPiece[] = [];
  let index: MovieIndex | undefined;
  let videoId: number | undefined;
  let filter: ReturnType<typeof makeHoleFilter> | undefined;
  for (const piece of part) {
    const content = await reader.read(piece);
    await onPiece();
    if (!content) continue;
    if (!index) {
      const { headers } = content;
      videoId = headers.find(({ kind }) => kind === 'video')?.trackId;
      index = makeMovieIndex(headers);
      filter = makeHoleFilter(videoId);
    }
    filter!.next(piece);
    pieces.push(piece);
    const shiftMs = shiftOf(piece, part[0]!.atMs);
    for (const run of content.runs) if (filter!.passes(run)) index.add(run, shiftMs);
  }
  await reader.settle(pieces.length > 0);
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
