import { open, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { uuidv7 } from '@klieg/kernel';
import { forkConfined } from '@klieg/processes';
import type { RemadeVideo, StudiedVideo, VideoAnswer, VideoJob } from './video-messages.ts';

/** A long video has to be copied once; a child that takes longer than this hangs. */
const JOB_MS = 20 * 60_000;
const PICTURES = { thumbSide: 640, blurSide: 24 } as const;

/** Why a video is not taken; `broken`: it could not be read. */
export class VideoRefused extends Error {
  readonly reason: 'codec' | 'too_long' | 'too_large' | 'broken';

  constructor(reason: VideoRefused['reason'], detail?: string) {
    super(detail ?? reason);
    this.name = 'VideoRefused';
    this.reason = reason;
  }
}

/** Gives a child the file to read and the file to write, as its standard input and output. */
function runChild(job: VideoJob, from: number, to: number): Promise<VideoAnswer> {
  return new Promise((resolve, reject) => {
    // No environment: it has no business with secrets.
    const child = forkConfined({
      part: 'videos',
      entry: new URL('./video-worker.ts', import.meta.url),
      serialization: 'advanced',
      env: {},
      stdio: [from, to, 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), JOB_MS);
    timer.unref();
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
      child.kill();
    };
    child.on('message', (message) => {
      const answer = message as VideoAnswer;
      if (answer.kind === 'ready') child.send(job);
      else settle(() => resolve(answer));
    });
    child.once('error', (cause) => settle(() => reject(cause)));
    child.once('exit', (code, signal) =>
      settle(() => resolve({ kind: 'failed', detail: `ended with ${code ?? signal}` })),
    );
  });
}

/** Opens both files for the child, which opens none itself. */
async function readFiles(source: string, result: string): Promise<VideoAnswer> {
  const from = await open(source, 'r');
  try {
    const to = await open(result, 'wx', 0o600);
    try {
      const { size: sizeBytes } = await from.stat();
      return await runChild({ kind: 'remake', sizeBytes, ...PICTURES }, from.fd, to.fd);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** @throws VideoRefused, Error where no library is installed */
function checkAnswer<K extends VideoAnswer['kind']>(
  answer: VideoAnswer,
  wanted: K,
): VideoAnswer & { kind: K } {
  if (answer.kind === 'refused') throw new VideoRefused(answer.reason);
  if (answer.kind === 'failed') throw new VideoRefused('broken', answer.detail);
  if (answer.kind !== wanted) throw new Error('no library for videos is installed');
  return answer as VideoAnswer & { kind: K };
}

/**
 * Finds out how a video that we have written plays in segments, and draws the pictures along it. The result throws
 * VideoRefused.
 */
export type StudyVideo = (path: string) => Promise<StudiedVideo>;

export const studyVideo: StudyVideo = async (path) => {
  const from = await open(path, 'r');
  // It writes nothing: what it would write goes nowhere.
  const to = await open('/dev/null', 'w').catch(async (error: unknown) => {
    await from.close();
    throw error;
  });
  try {
    const { size: sizeBytes } = await from.stat();
    return checkAnswer(await runChild({ kind: 'study', sizeBytes, ...PICTURES }, from.fd, to.fd), 'studied');
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
};

/** Makes a new file of an uploaded video, and describes it. */
export type RemakeVideo = <T>(
  content: AsyncIterable<Uint8Array>,
  /** Takes the new file before it goes. */
  take: (made: RemadeVideo, path: string) => Promise<T>,
) => Promise<T>;

/**
 * Videos are read in a child process of their own: a hostile file can only break that child. Both files are in `folder`
 * meanwhile. The result throws VideoRefused.
 */
export const makeRemakeVideo =
  (folder: string): RemakeVideo =>
  async (content, take) => {
    const name = uuidv7();
    const [source, result] = [join(folder, `${name}-in`), join(folder, `${name}-out`)];
    try {
      await pipeline(content, createWriteStream(source, { mode: 0o600 }));
      return await take(checkAnswer(await readFiles(source, result), 'done'), result);
    } finally {
      await Promise.all([rm(source, { force: true }), rm(result, { force: true })]);
    }
  };
