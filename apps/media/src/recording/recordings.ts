import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@klieg/kernel';
import type { MediaFact } from '@klieg/contract/media';
import type { TellFact } from '../control/facts.ts';
import type { FragmentSink } from '../packaging/units.ts';
import type { PieceDoor } from './piece-door.ts';
import { makeRecorder, type Recorder } from './recorder.ts';
import { remux } from './remux.ts';
import { makeSendPieces } from './send-pieces.ts';
import { openSpool } from './spool.ts';

/** Why there is no recording, or no more of it. */
export type RecordingFailed = Extract<MediaFact, { kind: 'recording_failed' }>['reason'];

/** A finished file on its way to where recordings are kept. */
export interface FinishedRecording {
  readonly recordingId: string;
  readonly part: number;
  readonly videoPath: string;
  /** Absent where no poster could be made. */
  readonly posterPath: string | undefined;
  readonly durationMs: number | undefined;
  readonly sizeBytes: number;
}

/** Recordings of this process: pieces that go to the site while they run, and clips, which are files. */
export interface Recordings {
  /**
   * Begins; `attach` gets the sink, and undefined when recording has ended unexpectedly. Another one of the same
   * broadcast ends first; a repeat does nothing.
   */
  start(
    about: { recordingId: string; broadcastId: string },
    attach: (sink: FragmentSink | undefined) => void,
  ): void;
  /**
   * Makes a recording of a file that `write` makes, such as a clip; `write` resolves with the reason if there is none.
   */
  take(recordingId: string, write: (path: string) => Promise<RecordingFailed | undefined>): Promise<void>;
  /** The recording that runs of a broadcast. */
  idOf(broadcastId: string): string | undefined;
  /** Ends the recording of a broadcast, if there is one. */
  stop(broadcastId: string): void;
  close(): Promise<void>;
}

export interface RecordingsOptions {
  readonly folder: string;
  readonly freeBytesMin: number;
  /** While this much waits for the site, new media is dropped; absent: 2 GiB. */
  readonly spoolBytesMax?: number;
  /** Milliseconds of a piece; absent: ten seconds. */
  readonly pieceMs?: number;
  readonly tell: TellFact;
  readonly log: Log;
  /** Wall clock in Unix milliseconds, and the monotonic one that chunks come with. */
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly door: PieceDoor;
  /** Takes a finished file over; a rejection is tried again. */
  readonly handOver: (recording: FinishedRecording) => Promise<void>;
  readonly retryMs?: readonly number[];
}

/** How many are remembered, so that none is recorded twice. */
const TAKEN_MAX = 1_000;
const RETRY_MS = [1_000, 10_000, 60_000, 600_000] as const;
/** Of pieces: they wait in a room that is bounded. */
const PIECE_RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;
const SPOOL_BYTES_MAX = 2 * 2 ** 30;
const PIECE_MS = 10_000;
/** The process ends soon after. */
const CLOSE_MS = 2_000;
/** Ending of a clip that is being cut, and of recordings of versions that kept them whole until their end. */
const PART_ENDING = '.part.mp4';
const NAME = /^([\w-]{1,64})\.(\d{1,4})\.part\.mp4$/;

/** A file that is whole: header and chunks, playable as it is after any crash. */
interface RecordedPart {
  readonly recordingId: string;
  readonly part: number;
  readonly path: string;
}

/** Makes seekable files from recordings, one after the other, and hands them over. */
function makeFinishing(options: RecordingsOptions, isClosed: () => boolean): (part: RecordedPart) => void {
  const { tell, log } = options;
  const retryMs = options.retryMs ?? RETRY_MS;
  /** One after the other: copying must not take the disk from those who record. */
  let work: Promise<void> = Promise.resolve();

  const handOver = async (recording: FinishedRecording): Promise<boolean> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await options.handOver(recording);
        return true;
      } catch (err) {
        const waitMs = retryMs[attempt];
        log.warn({ err, recordingId: recording.recordingId, waitMs }, 'a recording could not be handed over');
        if (waitMs === undefined || isClosed()) return false;
        await new Promise((resolve) => void setTimeout(resolve, waitMs).unref());
      }
    }
  };

  const finish = async ({ recordingId, part, path }: RecordedPart): Promise<void> => {
    const to = path.replace(PART_ENDING, '.mp4');
    const poster = path.replace(PART_ENDING, '.jpg');
    const durationMs = await remux({ from: path, to, poster });
    const videoPath = durationMs === undefined ? path : to;
    const { size } = await stat(videoPath);
    const posterPath = durationMs === undefined ? undefined : poster;
    const isTaken = await handOver({ recordingId, part, videoPath, posterPath, durationMs, sizeBytes: size });
    // A file that nobody took stays for the next start.
    if (!isTaken) return;
    for (const file of [path, to, poster]) await rm(file, { force: true });
  };

  return (part) => {
    const { recordingId } = part;
    work = work
      .then(() => finish(part))
      .catch((err: unknown) => {
        log.error({ err, recordingId }, 'a recording could not be finished');
        tell({ kind: 'recording_failed', recordingId, reason: 'unreadable' });
      });
  };
}

async function makePoster(piece: string, poster: string): Promise<void> {
  if ((await remux({ from: piece, to: undefined, poster })) === undefined)
    throw new Error('the library for it is not installed');
}

interface Running {
  readonly recordingId: string;
  readonly recorder: Recorder;
  readonly detach: () => void;
}

export async function makeRecordings(options: RecordingsOptions): Promise<Recordings> {
  const { folder, tell, log } = options;
  const running = new Map<string, Running>();
  const taken = new Set<string>();
  let isClosed = false;
  const enqueue = makeFinishing(options, () => isClosed);
  const spool = await openSpool(folder);

  const end = async (broadcastId: string, known: Running | undefined): Promise<void> => {
    if (!known) return;
    if (running.get(broadcastId) === known) running.delete(broadcastId);
    await known.recorder.stop();
    sending.end(known.recorder.run);
  };

  const sending = makeSendPieces({
    spool,
    door: options.door,
    retryMs: options.retryMs ?? PIECE_RETRY_MS,
    makePoster,
    onGone(recordingId) {
      for (const [broadcastId, known] of running) {
        if (known.recordingId !== recordingId) continue;
        known.detach();
        void end(broadcastId, known);
      }
    },
    log,
  });

  // What a crash left behind is whole up to its last chunk. Where the clock was put back meanwhile, it still came
  // first.
  let newestRun = await sending.takeUp();
  for (const name of await readdir(folder)) {
    const [, recordingId, part] = NAME.exec(name) ?? [];
    if (recordingId) enqueue({ recordingId, part: Number(part), path: join(folder, name) });
  }

  return {
    start({ recordingId, broadcastId }, attach) {
      const before = running.get(broadcastId);
      if (isClosed || before?.recordingId === recordingId) return;
      // End the old one first, or later media would land in the wrong recording.
      void end(broadcastId, before);
      newestRun = Math.max(newestRun + 1, Math.round(options.now()));
      const run = { recordingId, run: newestRun };
      const recorder = makeRecorder({
        folder,
        run,
        spool,
        freeBytesMin: options.freeBytesMin,
        spoolBytesMax: options.spoolBytesMax ?? SPOOL_BYTES_MAX,
        pieceMs: options.pieceMs ?? PIECE_MS,
        wallOf: (nowMs) => options.now() - (options.monotonic() - nowMs),
        log,
        onPiece: sending.add,
        onFailed(reason) {
          const own = running.get(broadcastId);
          if (own?.recorder === recorder) {
            attach(undefined);
            void end(broadcastId, own);
          }
          tell({ kind: 'recording_failed', recordingId, reason });
        },
      });
      running.set(broadcastId, { recordingId, recorder, detach: () => attach(undefined) });
      spool.begin(run).catch((err: unknown) => log.error({ err, recordingId }, 'a run could not be noted'));
      attach(recorder);
    },
    async take(recordingId, write) {
      // A repeated command makes only one file.
      if (taken.has(recordingId)) return;
      taken.add(recordingId);
      if (taken.size > TAKEN_MAX) taken.delete(taken.values().next().value!);
      const path = join(folder, `${recordingId}.0${PART_ENDING}`);
      const failed = await write(path);
      if (failed === undefined) return enqueue({ recordingId, part: 0, path });
      await rm(path, { force: true });
      tell({ kind: 'recording_failed', recordingId, reason: failed });
    },
    idOf: (broadcastId) => running.get(broadcastId)?.recordingId,
    stop(broadcastId) {
      void end(broadcastId, running.get(broadcastId));
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map(([broadcastId, known]) => end(broadcastId, known)));
      await sending.close(CLOSE_MS);
    },
  };
}

/** Hands files over to the site by HTTP. */
export const makeHandOver =
  (siteUrl: string, key: string): RecordingsOptions['handOver'] =>
  async ({ recordingId, part, videoPath, posterPath, durationMs, sizeBytes }) => {
    const put = async (kind: 'video' | 'poster', path: string): Promise<void> => {
      const { size } = await stat(path);
      const answer = await fetch(`${siteUrl}/internal/media/recordings/${recordingId}/${part}/${kind}`, {
        method: 'PUT',
        headers: {
          'x-internal-secret': key,
          'content-type': 'application/octet-stream',
          'content-length': String(size),
          ...(durationMs !== undefined && { 'x-duration-ms': String(durationMs) }),
          'x-size-bytes': String(sizeBytes),
        },
        body: createReadStream(path) as never,
        duplex: 'half',
      } as RequestInit);
      // The site has forgotten it: its owner deleted it while it was still being recorded.
      if (!answer.ok && answer.status !== 410) throw new Error(`the site answered ${answer.status}`);
    };
    // The poster first: a recording is ready with its video.
    if (posterPath) await put('poster', posterPath);
    await put('video', videoPath);
  };
