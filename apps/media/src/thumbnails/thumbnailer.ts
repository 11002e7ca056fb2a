import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '@klieg/processes';
import type { ThumbForm } from '@klieg/contract/media';
import type { Log } from '@klieg/kernel';
import type { Keyframe } from '../packaging/units.ts';
import type { Signal } from '../signal/signal-watch.ts';
import type { SoundSample } from '../signal/sound-sample.ts';
import type { ThumbnailAnswer, ThumbnailImage, ThumbnailJob } from './thumbnail-messages.ts';
import { fitWidth } from './thumbnail-sizes.ts';

/** Small pictures of the live streams, made by a child process that may crash. */
export interface Thumbnailer {
  /** Takes a keyframe when the stream's picture is older than the interval; else does nothing. */
  offer(streamName: string, keyframe: Keyframe, takeSound?: () => SoundSample | undefined): void;
  /** In the requested width, or the widest below it; undefined while there is none. */
  find(streamName: string, form: ThumbForm): Buffer | undefined;
  forget(streamName: string): void;
  close(): void;
}

export interface ThumbnailerOptions {
  readonly intervalMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** A stream has a new picture. */
  readonly onMade?: (streamName: string, signal: Signal) => void;
}

/** Streams that wait for the child; beyond that a stream keeps its older picture. */
const QUEUE_MAX = 64;
/** A child that takes longer than this for one picture hangs, and is killed. */
const JOB_MS = 5_000;
const RESTART_MS = [1_000, 5_000, 30_000] as const;

/** Blocks from this size on go back to the system as soon as they are free. */
const PICTURE_BYTES_MIN = 16 * 1024;

const START_CODE = Buffer.from([0, 0, 0, 1]);

const annexB = ({ sps, pps, nals }: Keyframe): Buffer =>
  Buffer.concat([sps, pps, ...nals].flatMap((nal) => [START_CODE, nal]));

interface Running {
  readonly jobId: number;
  readonly streamName: string;
  readonly timer: NodeJS.Timeout;
}

export function makeThumbnailer(options: ThumbnailerOptions): Thumbnailer {
  const { log, now } = options;
  const images = new Map<string, readonly ThumbnailImage[]>();
  const offeredAtMs = new Map<string, number>();
  const queue = new Map<string, Omit<ThumbnailJob, 'jobId'>>();
  let child: ChildProcess | undefined;
  let isReady = false;
  let isOver = false;
  let crashes = 0;
  let running: Running | undefined;
  let nextJobId = 1;
  let restart: NodeJS.Timeout | undefined;

  const sendNext = (): void => {
    if (running || !isReady || !child?.connected) return;
    const next = queue.entries().next();
    if (next.done) return;
    const [streamName, job] = next.value;
    queue.delete(streamName);
    const jobId = nextJobId++;
    const hung = child;
    running = { jobId, streamName, timer: setTimeout(() => hung.kill('SIGKILL'), JOB_MS) };
    running.timer.unref();
    child.send({ jobId, ...job } satisfies ThumbnailJob, () => {});
  };

  const finish = (jobId: number): string | undefined => {
    if (running?.jobId !== jobId) return undefined;
    const { streamName, timer } = running;
    clearTimeout(timer);
    running = undefined;
    return streamName;
  };

  const onAnswer = (answer: ThumbnailAnswer): void => {
    switch (answer.kind) {
      case 'ready':
        isReady = true;
        break;
      case 'unsupported':
        log.warn({}, 'no decoder installed: streams have no thumbnails');
        close();
        break;
      case 'done': {
        const streamName = finish(answer.jobId);
        crashes = 0;
        if (streamName === undefined || !offeredAtMs.has(streamName)) break;
        images.set(streamName, answer.images);
        options.onMade?.(streamName, answer.signal);
        break;
      }
      case 'failed':
        finish(answer.jobId);
        log.warn({ detail: answer.detail }, 'thumbnail failed');
        break;
    }
    sendNext();
  };

  const start = (): void => {
    const entry = new URL('./thumbnail-worker.ts', import.meta.url);
    // Pictures come seldom and in many sizes: in the heap they would leave holes for hours.
    // Nothing else: it decodes what strangers send, and has no business with keys.
    const env = { MALLOC_MMAP_THRESHOLD_: String(PICTURE_BYTES_MIN) };
    const started = forkConfined({ part: 'thumbnails', entry, serialization: 'advanced', env });
    child = started;
    started.unref();
    started.channel?.unref();
    started.on('message', (answer) => onAnswer(answer as ThumbnailAnswer));
    started.on('error', (err) => log.warn({ err }, 'thumbnail process'));
    started.once('exit', (code, signal) => {
      if (isOver || child !== started) return;
      isReady = false;
      if (running) finish(running.jobId);
      const waitMs = RESTART_MS[Math.min(crashes, RESTART_MS.length - 1)]!;
      crashes += 1;
      log.warn({ code, signal, waitMs }, 'thumbnail process ended, starting it again');
      restart = setTimeout(start, waitMs);
      restart.unref();
    });
  };

  function close(): void {
    isOver = true;
    clearTimeout(restart);
    if (running) finish(running.jobId);
    queue.clear();
    child?.kill('SIGKILL');
  }

  return {
    offer(streamName, keyframe, takeSound) {
      if (isOver) return;
      const before = offeredAtMs.get(streamName);
      if (before !== undefined && now() - before < options.intervalMs) return;
      if (queue.size >= QUEUE_MAX && !queue.has(streamName)) return;
      if (!child) start();
      offeredAtMs.set(streamName, now());
      queue.set(streamName, { keyframe: annexB(keyframe), sound: takeSound?.() });
      sendNext();
    },
    find(streamName, form) {
      const image = fitWidth(images.get(streamName) ?? [], form.width)?.bytes[form.kind];
      return image && Buffer.from(image.buffer, image.byteOffset, image.byteLength);
    },
    forget(streamName) {
      images.delete(streamName);
      offeredAtMs.delete(streamName);
      queue.delete(streamName);
    },
    close,
  };
}
