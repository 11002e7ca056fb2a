import { fork } from 'node:child_process';
import { AppError } from '@klieg/kernel';
import { jpegOrientation, pictureFormat } from './picture-format.ts';
import type { PictureAnswer, PictureJob } from './picture-messages.ts';

/** A picture as it is kept: pixels alone, nothing of what the file said about camera, place or person. */
export interface RemadePicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A child that takes longer than this for one picture hangs. */
const JOB_MS = 15_000;
/** Children at once; further pictures wait. */
const PARALLEL = 2;
/** Pictures that wait; more are refused. */
const WAITING_MAX = 20;

function runChild(job: PictureJob): Promise<PictureAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new URL('./picture-worker.ts', import.meta.url);
    // No environment: it has no business with secrets.
    const child = fork(worker, [], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=256'],
      env: {},
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), JOB_MS);
    timer.unref();
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
      child.kill();
    };
    child.on('message', (message) => {
      const answer = message as PictureAnswer;
      if (answer.kind === 'ready') child.send(job);
      else settle(() => resolve(answer));
    });
    child.once('error', (cause) => settle(() => reject(cause)));
    child.once('exit', (code, signal) =>
      settle(() => resolve({ kind: 'failed', detail: `ended with ${code ?? signal}` })),
    );
  });
}

/** Makes a new JPEG of a picture that somebody sent. */
export type RemakePicture = (bytes: Uint8Array, sideMax: number) => Promise<RemadePicture>;

/**
 * Pictures are decoded in a child process of their own: what a hostile file breaks is that child alone.
 * The result throws common.file_not_image, common.file_format, common.unavailable.
 */
export function makeRemakePicture(): RemakePicture {
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

  return async (bytes, sideMax) => {
    const codec = pictureFormat(bytes);
    if (!codec) throw new AppError('common.file_not_image');
    if (codec === 'other') throw new AppError('common.file_format');
    await enter();
    try {
      const orientation = codec === 'jpeg' ? jpegOrientation(bytes) : 1;
      const answer = await runChild({ bytes, codec, orientation, sideMax });
      if (answer.kind === 'done') return answer;
      if (answer.kind === 'failed')
        throw new AppError('common.file_not_image', { internal: answer.detail.slice(0, 200) });
      throw new AppError('common.unavailable', { internal: 'no library for pictures is installed' });
    } finally {
      leave();
    }
  };
}
