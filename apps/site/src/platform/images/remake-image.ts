import { pipeline } from 'node:stream/promises';
import { AppError } from '@klieg/kernel';
import { forkConfined } from '@klieg/processes';
import { imageFormat } from './image-format.ts';
import type { ImageAnswer, ImageJob } from './image-messages.ts';

/** An image as it is stored: only pixels, nothing of the file's data about camera, place or person. */
export interface RemadeImage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A child that takes longer than this for one image hangs. */
const JOB_MS = 15_000;
/** Children at once; further images wait. */
const PARALLEL = 2;
/** Images that wait; more are refused. */
const WAITING_MAX = 20;

/** What a pipe says whose reader has ended. */
const READER_LEFT: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Gives a child its job and the bytes of the image as they come. */
function runChild(job: ImageJob, content: AsyncIterable<Uint8Array>): Promise<ImageAnswer> {
  return new Promise((resolve, reject) => {
    // No environment: it has no business with secrets.
    const child = forkConfined({
      part: 'images',
      entry: new URL('./image-worker.ts', import.meta.url),
      serialization: 'advanced',
      env: {},
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), JOB_MS);
    timer.unref();
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
      child.kill();
    };
    // A child that has ended reads no more, which is no fault of the image.
    pipeline(content, child.stdin!).catch((cause: NodeJS.ErrnoException) => {
      if (!READER_LEFT.has(cause.code)) settle(() => reject(cause));
    });
    child.on('message', (message) => {
      const answer = message as ImageAnswer;
      if (answer.kind === 'ready') child.send(job);
      else settle(() => resolve(answer));
    });
    child.once('error', (cause) => settle(() => reject(cause)));
    child.once('exit', (code, signal) =>
      settle(() => resolve({ kind: 'failed', detail: `ended with ${code ?? signal}` })),
    );
  });
}

/** Bytes that tell what a file is. */
const HEAD_BYTES = 16;

/** The first bytes of a stream, the stream including them, and a way to end it early. */
async function peek(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= HEAD_BYTES) break;
  }
  async function* all() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head, all: all(), end: () => chunks.return?.() };
}

/** Makes a new JPEG of an image that somebody sent. */
export type RemakeImage = (content: AsyncIterable<Uint8Array>, sideMax: number) => Promise<RemadeImage>;

/**
 * Images are decoded in a child process of their own: a hostile file can only break that child. The result throws
 * common.file_not_image, common.file_format, common.unavailable.
 */
export function makeRemakeImage(): RemakeImage {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running >= PARALLEL) {
      if (waiting.length >= WAITING_MAX) throw new AppError('common.unavailable');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
  };
  const leave = () => {
    running -= 1;
    waiting.shift()?.();
  };

  const makeInTurn = async (job: ImageJob, content: AsyncIterable<Uint8Array>): Promise<RemadeImage> => {
    await enter();
    try {
      const answer = await runChild(job, content);
      if (answer.kind === 'done') return answer;
      if (answer.kind === 'failed')
        throw new AppError('common.file_not_image', { internal: answer.detail.slice(0, 200) });
      throw new AppError('common.unavailable', { internal: 'no library for images is installed' });
    } finally {
      leave();
    }
  };

  return async (content, sideMax) => {
    const { head, all, end } = await peek(content);
    try {
      const codec = imageFormat(head);
      if (!codec) throw new AppError('common.file_not_image');
      if (codec === 'other') throw new AppError('common.file_format');
      return await makeInTurn({ codec, sideMax }, all);
    } finally {
      await end();
    }
  };
}
