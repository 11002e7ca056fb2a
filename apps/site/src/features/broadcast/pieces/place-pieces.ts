import type { Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';

/** What says which piece of a recording this is. */
export interface PieceKey {
  readonly originId: Uuid;
  /** When its run began, in Unix milliseconds. */
  readonly run: number;
  /** From 0 in its run; a number that never comes was lost. */
  readonly nth: number;
}

/** A stored piece: header and chunks, a file that plays by itself. */
export interface Piece extends PieceKey {
  /** When its first picture came, in Unix milliseconds. */
  readonly startedMs: number;
  /** Of its first picture on the clock of its run. */
  readonly fromMs: number;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly initBytes: number;
  /** SHA-256 of header and whole, in hex. */
  readonly initSum: string;
  readonly sum: string;
  readonly hasPoster: boolean;
  readonly storedAt: Date;
}

export type PlacedPiece = Piece & {
  /** Of its first picture on the clock of the recording, which begins at 0. */
  readonly atMs: number;
};

/** Names in the place of files. */
export const pieceBlob = ({ originId, run, nth }: PieceKey, kind: 'video' | 'poster' = 'video'): string =>
  `recordings/${originId}/${run}-${nth}.${kind === 'video' ? 'mp4' : 'jpg'}`;

/** All files of these. */
export const pieceBlobs = (pieces: readonly Piece[]): readonly string[] =>
  pieces.flatMap((piece) => [pieceBlob(piece), ...(piece.hasPoster ? [pieceBlob(piece, 'poster')] : [])]);

const inOrder = (one: PieceKey, other: PieceKey): number => one.run - other.run || one.nth - other.nth;

/**
 * A broadcast waits for its publisher for a minute. Where more than this has passed between two runs it is a clock that
 * was put right: nobody has a recording with years of nothing in it, whose times no file could hold either.
 */
const HOLE_MS_MAX = HOUR_MS;

/** When another run continues: by the machines' clocks, or right after what exists where those cannot be right. */
function nextRunMs(passedMs: number, endMs: number): number {
  return passedMs - endMs > HOLE_MS_MAX ? endMs : Math.max(endMs, passedMs);
}

/**
 * Puts pieces on the clock of their recording. Within a run its own clock applies; between runs, the time that passed
 * by the machines' clocks, and never a moment twice.
 */
export function placePieces(pieces: readonly Piece[]): readonly PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  let [endMs, shiftMs] = [0, 0];
  for (const piece of pieces.toSorted(inOrder)) {
    const first = placed[0];
    const last = placed.at(-1);
    if (last?.run !== piece.run)
      shiftMs = (first ? nextRunMs(piece.startedMs - first.startedMs, endMs) : 0) - piece.fromMs;
    const atMs = piece.fromMs + shiftMs;
    placed.push({ ...piece, atMs });
    endMs = Math.max(endMs, atMs + piece.durationMs);
  }
  return placed;
}

/** Files of a recording: a changed picture, for example in size, begins another. */
export function partsOf(placed: readonly PlacedPiece[]): readonly (readonly PlacedPiece[])[] {
  const parts: PlacedPiece[][] = [];
  for (const piece of placed) {
    const part = parts.at(-1);
    if (part && part[0]!.initSum === piece.initSum) part.push(piece);
    else parts.push([piece]);
  }
  return parts;
}

/** Shorter gaps are just the spacing of chunks. */
const GAP_MS = 250;

/** Where nothing is of a part, in seconds from its beginning. */
export function gapsOf(part: readonly PlacedPiece[]): readonly (readonly [from: number, to: number])[] {
  const startMs = part[0]?.atMs ?? 0;
  const secondsOf = (ms: number): number => Math.round(ms - startMs) / 1000;
  const gaps: [number, number][] = [];
  let endMs = startMs;
  for (const { atMs, durationMs } of part) {
    if (atMs - endMs > GAP_MS) gaps.push([secondsOf(endMs), secondsOf(atMs)]);
    endMs = Math.max(endMs, atMs + durationMs);
  }
  return gaps;
}

/** Two clocks that differ by less are the same to the eye. */
const APART_MS = 20;

/**
 * Maps positions in the file of a part to moments, by when its pictures came: each pair until the next. The clocks of
 * publisher and machine drift apart, and a publisher that was away continues where it was.
 */
export function clockOf(
  part: readonly PlacedPiece[],
): readonly (readonly [fileMs: number, unixMs: number])[] {
  const startMs = part[0]?.atMs ?? 0;
  const clock: (readonly [number, number])[] = [];
  for (const { atMs, startedMs } of part) {
    const fileMs = Math.round(atMs - startMs);
    const last = clock.at(-1);
    if (!last || Math.abs(last[1] + fileMs - last[0] - startedMs) > APART_MS) clock.push([fileMs, startedMs]);
  }
  return clock;
}

/**
 * Pieces for a live viewer: a list that only grows. Late pieces of a run before one already shown are left out until
 * the recording is finished.
 */
export function growingList(placed: readonly PlacedPiece[]): readonly PlacedPiece[] {
  const shown = new Set<PlacedPiece>();
  let last: PlacedPiece | undefined;
  const byTime = placed.toSorted(
    (one, other) => one.storedAt.getTime() - other.storedAt.getTime() || inOrder(one, other),
  );
  for (const piece of byTime) {
    if (last && inOrder(piece, last) < 0) continue;
    shown.add(piece);
    last = piece;
  }
  return placed.filter((piece) => shown.has(piece));
}
