import { createWriteStream, type WriteStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Log } from '@klieg/kernel';
import { readTimescales, shiftChunkToStart, type Timescales } from '../packaging/read-chunk.ts';
import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';
import { type PieceName, type RunName, type Spool, writingPath } from './spool.ts';

export type RecordingFailure = 'disk_full' | 'disk_failed' | 'disk_slow';

/**
 * Writes a stream's chunks as pieces, each a file that plays by itself, all of them on one clock that begins at 0. It
 * may fail, without affecting the stream.
 */
export interface Recorder extends FragmentSink {
  readonly run: RunName;
  /** Ends the last piece; resolves when that waits for the site. A repeat does nothing. */
  stop(): Promise<void>;
}

export interface RecorderOptions {
  readonly folder: string;
  readonly run: RunName;
  readonly spool: Pick<Spool, 'bytes' | 'keep'>;
  /** With less free space than this nothing more is recorded. */
  readonly freeBytesMin: number;
  /** While this much waits for the site, new media is dropped, and the recording continues after it. */
  readonly spoolBytesMax: number;
  /** Seconds of a piece, which ends before the next keyframe after them. */
  readonly pieceMs: number;
  /** The wall clock at a moment of the monotonic one, in Unix milliseconds. */
  readonly wallOf: (nowMs: number) => number;
  /** A piece waits to be sent; they come in their order. */
  readonly onPiece: (name: PieceName) => void;
  readonly onFailed: (reason: RecordingFailure) => void;
  readonly log: Log;
}

/** More than this waits only on a disk that has stopped working. */
const WAITING_BYTES_MAX = 32 * 1024 * 1024;
const SPACE_CHECK_MS = 5_000;
/** A piece ends at any chunk beyond this size or length: keyframes come when an encoder likes. */
const PIECE_BYTES_MAX = 16 * 1024 * 1024;
const PIECE_MS_MAX = 60_000;

interface OpenPiece {
  readonly name: PieceName;
  /** Undefined: there is no space for it. */
  readonly stream: WriteStream | undefined;
  readonly fromMs: number;
  bytes: number;
  endMs: number;
  /** The earliest time at which its first picture can have arrived. */
  startedMs: number;
}

export function makeRecorder(options: RecorderOptions): Recorder {
  const { folder, run, spool, log } = options;
  let init: StreamInit | undefined;
  let timescales: Timescales = new Map();
  let piece: OpenPiece | undefined;
  /** Of the run's first picture on the broadcast's clock. */
  let startMs: number | undefined;
  let pieces = 0;
  let isOver = false;
  let isSkipping = false;
  let checkedMs = -Infinity;
  /** Pieces are handed on in their order. */
  let finishing: Promise<void> = Promise.resolve();

  const finish = (): Promise<void> => {
    const ended = piece;
    piece = undefined;
    const stream = ended?.stream;
    if (!ended || !stream) return finishing;
    const written = new Promise<void>((resolve) => stream.end(resolve));
    finishing = finishing.then(async () => {
      await written;
      const name = { ...ended.name, startedMs: Math.round(ended.startedMs) };
      // NOTE: if a disk has failed the complete chunks are kept; the sender looks for them.
      await spool.keep(ended.name, name).then(
        () => options.onPiece(name),
        (err: unknown) => log.error({ err, ...run }, 'a piece of a recording was lost'),
      );
    });
    return finishing;
  };

  const fail = (reason: RecordingFailure): void => {
    if (isOver) return;
    isOver = true;
    // What was written so far is kept.
    void finish().then(() => options.onFailed(reason));
  };

  const write = (data: Buffer): void => {
    if (!piece) return;
    piece.bytes += data.length;
    piece.stream?.write(data);
    if (piece.stream && piece.stream.writableLength > WAITING_BYTES_MAX) fail('disk_slow');
  };

  const checkSpace = (nowMs: number): void => {
    if (nowMs - checkedMs < SPACE_CHECK_MS) return;
    checkedMs = nowMs;
    statfs(folder).then(
      ({ bavail, bsize }) => {
        if (bavail * bsize < options.freeBytesMin) fail('disk_full');
      },
      (err: unknown) => log.warn({ err }, 'free space is not known'),
    );
  };

  const openFile = (name: PieceName): WriteStream | undefined => {
    const isFull = spool.bytes >= options.spoolBytesMax;
    if (isFull !== isSkipping)
      log.warn({ ...run, bytes: spool.bytes }, isFull ? 'no room for pieces of a recording' : 'room again');
    isSkipping = isFull;
    if (isFull) return undefined;
    const stream = createWriteStream(writingPath(folder, name), { flags: 'wx', mode: 0o600 });
    stream.on('error', (err: NodeJS.ErrnoException) => {
      log.error({ err, ...run }, 'a recording could not be written');
      fail(err.code === 'ENOSPC' ? 'disk_full' : 'disk_failed');
    });
    return stream;
  };

  const begin = (fromMs: number, startedMs: number): OpenPiece => {
    const name = { ...run, nth: pieces, startedMs: Math.max(0, Math.round(startedMs)) };
    pieces += 1;
    piece = { name, stream: openFile(name), fromMs, bytes: 0, endMs: fromMs, startedMs };
    write(init!.data);
    return piece;
  };

  const isFullPiece = (open: OpenPiece, { isKey, startMs: atMs }: Fragment): boolean => {
    const lengthMs = atMs - open.fromMs;
    if (isKey && lengthMs >= options.pieceMs) return true;
    return open.bytes >= PIECE_BYTES_MAX || lengthMs >= PIECE_MS_MAX;
  };

  return {
    run,
    setInit(next) {
      // A publisher that came back in the same format continues the same piece.
      if (isOver || init?.data.equals(next.data)) return;
      void finish();
      init = next;
      timescales = readTimescales(next.data);
    },
    append(fragment, nowMs) {
      if (isOver || !init) return;
      startMs ??= fragment.startMs;
      const cameMs = options.wallOf(nowMs) - fragment.durationMs;
      if (piece && isFullPiece(piece, fragment)) void finish();
      const open = piece ?? begin(fragment.startMs, cameMs);
      open.endMs = fragment.startMs + fragment.durationMs;
      // Chunks come late, and never early.
      open.startedMs = Math.min(open.startedMs, cameMs - (fragment.startMs - open.fromMs));
      // Viewers share the original.
      const data = Buffer.from(fragment.data);
      shiftChunkToStart(data, timescales, startMs);
      write(data);
      checkSpace(nowMs);
    },
    async stop() {
      isOver = true;
      await finish();
    },
  };
}
