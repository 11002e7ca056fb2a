import type { PictureFormat } from '../packaging/sps.ts';
import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';
import type { ByteRange, LogFiles } from './log-files.ts';

/** The header of pieces, named by the first of them, so that the bytes of a name never change. */
export interface PieceInit {
  readonly msn: number;
  readonly data: Buffer;
  /** Value for the MIME parameter `codecs`. */
  readonly codecs: string;
  readonly format: PictureFormat;
}

/** An entry of the index: chunks from one keyframe to another, as they lie on the disk. */
export interface Piece {
  /** Media sequence number. */
  readonly msn: number;
  /** In milliseconds of the stream's time, as the next. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Wall clock of its start in Unix milliseconds. */
  readonly dateMs: number;
  /** True when a decoder can begin here. */
  readonly isKey: boolean;
  /** True when times or header do not continue from the piece before. */
  readonly isDiscontinuity: boolean;
  /** Number of discontinuities of the log up to its start. */
  readonly discontinuities: number;
  readonly init: PieceInit;
  readonly place: ByteRange;
}

/** The chunks of one rendition on disk with their index, as far back as its bounds allow. */
export interface ChunkLog extends FragmentSink {
  /** Oldest first, all on disk; replaced as a whole when they change. */
  readonly pieces: readonly Piece[];
  /** Changes whenever the pieces do. */
  readonly version: number;
  /** Bytes from the oldest piece on. */
  readonly bytes: number;
  /** Chunks that are not a piece yet, as one; readable after a `flush`. */
  readonly growing: Piece | undefined;
  setBounds(bounds: LogBounds): void;
  read(piece: Piece): Promise<Buffer | undefined>;
  /** Resolves when everything appended is readable, and finished pieces are listed. False: the log has ended. */
  flush(): Promise<boolean>;
  /** The piece that begins at this time, finished or not. */
  startingAt(startMs: number): Pick<Piece, 'msn' | 'isDiscontinuity' | 'discontinuities'> | undefined;
  /** Ends it and removes what it has written. */
  close(): Promise<void>;
}

export interface LogBounds {
  /** From the end of the oldest piece that is kept beyond this to the newest. */
  readonly ms: number;
  readonly bytes: number;
}

export interface ChunkLogOptions {
  readonly files: LogFiles;
  readonly bounds: LogBounds;
  /** Number of the first piece. */
  readonly firstMsn: () => number;
  /** Wall clock of a time of the stream. */
  readonly dateOf: (startMs: number) => number;
  /** The log of the source, where this is one of a smaller rendition: it begins and ends pieces where that one does. */
  readonly leader?: Pick<ChunkLog, 'startingAt'>;
  readonly onChange?: () => void;
}

/** For the life of a playlist: no piece is longer, rounded to whole seconds (RFC 8216, 4.3.3.1). */
export const TARGET_SECONDS = 4;
const PIECE_MS_MAX = TARGET_SECONDS * 1_000 + 499;
/** Keyframes that follow faster than this do not begin a piece. */
const PIECE_MS_MIN = 1_000;
/** A piece is read as a whole, so it is cut where it is at this. */
const PIECE_BYTES_MAX = 8 * 1024 * 1024;
/** A hole or an overlap of more than this in the times begins a discontinuity. */
const GAP_MS = 250;
/** Keyframes of two renditions this close to each other are the same moment. */
const ALIGNED_MS = 50;

/** From the start of a piece to the end of a chunk. */
const spanOf = (startMs: number, chunk: Fragment): number => chunk.startMs + chunk.durationMs - startMs;

type Growing = { -readonly [K in keyof Piece]: Piece[K] };

export function makeChunkLog(options: ChunkLogOptions): ChunkLog {
  const { files, leader } = options;
  let { bounds } = options;
  let pieces: readonly Piece[] = [];
  let growing: Growing | undefined;
  /** Finished, and on its way to the disk. */
  let closing: readonly Piece[] = [];
  let settling: Promise<unknown> = Promise.resolve();
  let init: StreamInit | undefined;
  let pieceInit: PieceInit | undefined;
  let nextMsn: number | undefined;
  let discontinuities = 0;
  /** The next chunk does not continue the last one; it must begin with a keyframe. */
  let isBroken = true;
  let hasBegun = false;
  let endMs: number | undefined;
  let bytes = 0;
  let version = 0;
  let isOver = false;

  const change = (next: readonly Piece[]): void => {
    pieces = next;
    version += 1;
    options.onChange?.();
  };

  /** Drops what is beyond the bounds; the newest piece always stays. */
  const trimmed = (all: readonly Piece[]): readonly Piece[] => {
    const newest = all.at(-1);
    if (!newest) return all;
    const fromMs = newest.startMs + newest.durationMs - bounds.ms;
    let drop = 0;
    let sum = all.reduce((total, { place }) => total + place.bytes, 0);
    while (drop < all.length - 1) {
      const { startMs, durationMs, place } = all[drop]!;
      if (startMs + durationMs > fromMs && sum <= bounds.bytes) break;
      sum -= place.bytes;
      drop += 1;
    }
    bytes = sum;
    const kept = drop === 0 ? all : all.slice(drop);
    files.dropBefore(kept[0]!.place.file);
    return kept;
  };

  /** A smaller rendition with a hole is not offered: it starts again. */
  const forgetAll = (): void => {
    closing = [];
    if (pieces.length === 0) return;
    bytes = 0;
    files.dropBefore(files.end.file);
    change([]);
  };

  const closePiece = (): void => {
    const done = growing;
    growing = undefined;
    if (!done || done.place.bytes === 0) return;
    const piece: Piece = { ...done, dateMs: options.dateOf(done.startMs) };
    closing = [...closing, piece];
    const settle = (isKept: boolean): void => {
      if (!isKept || isOver || !closing.includes(piece)) return;
      closing = closing.filter((one) => one !== piece);
      change(trimmed([...pieces, piece]));
    };
    settling = settling.then(() => files.flush()).then(settle);
  };

  const initOf = (msn: number, stream: StreamInit): PieceInit =>
    pieceInit?.data.equals(stream.data)
      ? pieceInit
      : { msn, data: stream.data, codecs: stream.codecs, format: stream.format };

  const openPiece = ({ startMs, isKey }: Fragment, stream: StreamInit): Growing | undefined => {
    const led = leader?.startingAt(startMs);
    // Where the source begins no piece, neither does a smaller rendition.
    if (leader && (!led || (nextMsn !== undefined && led.msn !== nextMsn))) {
      isBroken = true;
      nextMsn = undefined;
      forgetAll();
      if (!led || !isKey) return undefined;
    }
    const msn = led?.msn ?? nextMsn ?? options.firstMsn();
    const isDiscontinuity = led ? led.isDiscontinuity : isBroken && hasBegun;
    if (led) discontinuities = led.discontinuities;
    else if (isDiscontinuity) discontinuities += 1;
    nextMsn = msn + 1;
    isBroken = false;
    hasBegun = true;
    pieceInit = initOf(msn, stream);
    files.mayRotate();
    const { file, from } = files.end;
    growing = {
      msn,
      startMs,
      durationMs: 0,
      dateMs: 0,
      isKey,
      isDiscontinuity,
      discontinuities,
      init: pieceInit,
      place: { file, from, bytes: 0 },
    };
    return growing;
  };

  const isAtEnd = ({ startMs, durationMs, place }: Growing, chunk: Fragment): boolean => {
    if (spanOf(startMs, chunk) > PIECE_MS_MAX || place.bytes + chunk.data.length > PIECE_BYTES_MAX)
      return true;
    if (!chunk.isKey) return false;
    return leader ? leader.startingAt(chunk.startMs) !== undefined : durationMs >= PIECE_MS_MIN;
  };

  const breakOff = (): void => {
    closePiece();
    isBroken = true;
    // After a hole a smaller one has no order relative to its earlier pieces.
    if (leader) {
      nextMsn = undefined;
      forgetAll();
    }
  };

  const add = (chunk: Fragment, stream: StreamInit): void => {
    if (growing && isAtEnd(growing, chunk)) closePiece();
    const piece = growing ?? openPiece(chunk, stream);
    if (!piece) return;
    // Chunks may leave a little out between them.
    piece.durationMs = Math.max(piece.durationMs, spanOf(piece.startMs, chunk));
    piece.place = { ...piece.place, bytes: piece.place.bytes + chunk.data.length };
    files.append(chunk.data);
  };

  return {
    get pieces() {
      return pieces;
    },
    get version() {
      return version;
    },
    get bytes() {
      return bytes;
    },
    get growing() {
      return growing && { ...growing, dateMs: options.dateOf(growing.startMs) };
    },
    setBounds(next) {
      bounds = next;
      const kept = trimmed(pieces);
      if (kept.length !== pieces.length) change(kept);
    },
    setInit(next) {
      if (isOver || init?.data.equals(next.data)) return;
      if (init) breakOff();
      init = next;
    },
    append(chunk) {
      if (isOver || !init || !(chunk.durationMs > 0)) return;
      if (endMs !== undefined && Math.abs(chunk.startMs - endMs) > GAP_MS) breakOff();
      endMs = chunk.startMs + chunk.durationMs;
      // A picture frozen for longer than a piece may last is a hole.
      if (chunk.durationMs > PIECE_MS_MAX) return breakOff();
      if (isBroken && !chunk.isKey) return;
      add(chunk, init);
    },
    read: ({ place }) => files.read(place),
    async flush() {
      const isKept = await files.flush();
      await settling;
      return isKept && !isOver;
    },
    startingAt(startMs) {
      const isThere = (piece: Piece): boolean => Math.abs(piece.startMs - startMs) < ALIGNED_MS;
      return [growing, closing.findLast(isThere), pieces.findLast(isThere)].find(
        (piece) => piece !== undefined && isThere(piece),
      );
    },
    close() {
      isOver = true;
      growing = undefined;
      closing = [];
      pieces = [];
      bytes = 0;
      return files.close();
    },
  };
}
