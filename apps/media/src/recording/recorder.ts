import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@klieg/kernel';
import { readTimescales, shiftChunkToStart, type Timescales } from '../packaging/read-chunk.ts';
import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';

/** A file that is whole: header and chunks, playable as it is after any crash. */
export interface RecordedPart {
  readonly recordingId: string;
  /** From 0; a new one begins where the picture's format changes. */
  readonly part: number;
  readonly path: string;
}

export type RecordingFailure = 'disk_full' | 'disk_failed' | 'disk_slow';

/** Appends a stream's chunks to files, each of which begins at 0. It may fail; the stream never does for it. */
export interface Recorder extends FragmentSink {
  readonly recordingId: string;
  readonly bytes: number;
  /** Ends the last part; a repeat does nothing. */
  stop(): Promise<void>;
}

export interface RecorderOptions {
  readonly folder: string;
  readonly recordingId: string;
  /** With less free space than this nothing more is recorded. */
  readonly freeBytesMin: number;
  readonly onPart: (part: RecordedPart) => void;
  readonly onFailed: (reason: RecordingFailure) => void;
  readonly log: Log;
}

/** Ending of a file that is being recorded; what is left of it after a crash is taken up at the next start. */
export const PART_ENDING = '.part.mp4';
/** More than this waits only on a disk that has stopped working. */
const WAITING_BYTES_MAX = 32 * 1024 * 1024;
const SPACE_CHECK_MS = 5_000;

export const partName = (recordingId: string, part: number): string => `${recordingId}.${part}${PART_ENDING}`;

export function makeRecorder(options: RecorderOptions): Recorder {
  const { folder, recordingId, log } = options;
  let file: { readonly stream: WriteStream; readonly path: string; readonly part: number } | undefined;
  let header: Buffer | undefined;
  let timescales: Timescales = new Map();
  /** Of the file's first picture on the broadcast's clock. */
  let startMs: number | undefined;
  let parts = 0;
  let bytes = 0;
  let isOver = false;
  let checkedMs = -Infinity;

  const finish = async (): Promise<void> => {
    const ended = file;
    file = undefined;
    header = undefined;
    if (!ended) return;
    await new Promise<void>((resolve) => ended.stream.end(resolve));
    if (!ended.stream.errored) options.onPart({ recordingId, part: ended.part, path: ended.path });
  };

  const fail = (reason: RecordingFailure): void => {
    if (isOver) return;
    isOver = true;
    // What was written so far is a whole file, and is kept.
    void finish().then(() => options.onFailed(reason));
  };

  const write = (data: Buffer): void => {
    if (!file) return;
    bytes += data.length;
    file.stream.write(data);
    if (file.stream.writableLength > WAITING_BYTES_MAX) fail('disk_slow');
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

  const begin = (init: StreamInit): void => {
    const path = join(folder, partName(recordingId, parts));
    const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    stream.on('error', (err: NodeJS.ErrnoException) => {
      log.error({ err, recordingId }, 'a recording could not be written');
      fail(err.code === 'ENOSPC' ? 'disk_full' : 'disk_failed');
    });
    file = { stream, path, part: parts };
    parts += 1;
    header = init.data;
    timescales = readTimescales(init.data);
    startMs = undefined;
    write(init.data);
  };

  /** The chunk on the file's own clock, which begins at zero; viewers share the original. */
  const onOwnClock = (fragment: Fragment): Buffer => {
    startMs ??= fragment.startMs;
    const data = Buffer.from(fragment.data);
    shiftChunkToStart(data, timescales, startMs);
    return data;
  };

  return {
    recordingId,
    get bytes() {
      return bytes;
    },
    setInit(init) {
      // A publisher that came back in the same format goes on in the same file.
      if (isOver || header?.equals(init.data)) return;
      void finish();
      begin(init);
    },
    append(fragment, nowMs) {
      if (isOver) return;
      write(onOwnClock(fragment));
      checkSpace(nowMs);
    },
    async stop() {
      isOver = true;
      await finish();
    },
  };
}

/** Makes the folder. */
export const prepareFolder = (folder: string): Promise<unknown> =>
  mkdir(folder, { recursive: true, mode: 0o700 });
