import { open } from 'node:fs/promises';
import { chunksIn, readTimescales, shiftChunkToStart } from '../packaging/read-chunk.ts';
import type { ChunkLog, Piece } from './chunk-log.ts';
import { isFull, type LogFailure } from './log-files.ts';

/** Result of a clip; `gone`: what was kept has ended meanwhile, or never existed. */
export type ClipResult =
  | { readonly kind: 'cut'; readonly durationMs: number }
  | { readonly kind: 'gone' | 'too_short' | LogFailure };

export interface ClipOptions {
  readonly source: Pick<ChunkLog, 'pieces' | 'growing' | 'flush' | 'read'>;
  /** A file that does not exist yet. */
  readonly path: string;
  /** Wanted length. */
  readonly seconds: number;
}

/** Anything shorter is no clip. */
const CLIP_MS_MIN = 3_000;

/**
 * The newest pieces that add up to this many seconds, or fewer if the picture's format changes or there is a hole; they
 * begin at a keyframe.
 */
export function choosePieces(all: readonly Piece[], seconds: number): readonly Piece[] {
  const newest = all.at(-1);
  if (!newest) return [];
  const endMs = newest.startMs + newest.durationMs;
  let first = all.length;
  for (let i = all.length - 1; i >= 0; i--) {
    const piece = all[i]!;
    if (piece.init !== newest.init) break;
    if (piece.isKey) first = i;
    if (endMs - piece.startMs >= seconds * 1_000 && piece.isKey) break;
    // Earlier pieces do not connect to it.
    if (piece.isDiscontinuity) break;
  }
  return all.slice(first);
}

/** Writes the last seconds of a log to a file that is whole after any crash and begins at 0, as a recording does. */
export async function cutClip({ source, path, seconds }: ClipOptions): Promise<ClipResult> {
  // Chunks being written belong to the moment when the clip was requested.
  const { growing } = source;
  if (!(await source.flush())) return { kind: 'gone' };
  const { pieces } = source;
  const isOpen = growing !== undefined && !pieces.some(({ msn }) => msn === growing.msn);
  const chosen = choosePieces(isOpen ? [...pieces, growing] : pieces, seconds);
  const durationMs = chosen.reduce((sum, piece) => sum + piece.durationMs, 0);
  if (durationMs < CLIP_MS_MIN) return { kind: 'too_short' };
  const { data: header } = chosen[0]!.init;
  const timescales = readTimescales(header);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.appendFile(header);
      for (const piece of chosen) {
        const data = await source.read(piece);
        if (!data) return { kind: 'gone' };
        for (const chunk of chunksIn(data)) shiftChunkToStart(chunk, timescales, chosen[0]!.startMs);
        await file.appendFile(data);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: isFull(error) ? 'disk_full' : 'disk_failed' };
  }
  return { kind: 'cut', durationMs };
}
