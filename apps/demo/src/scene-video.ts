import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@klieg/kernel';
import { readLoop } from './loop-file.ts';

/** A scene that is to move; the seed decides how. */
export interface SceneLoop {
  /** Name of a picture in `scenes/`, without its ending. */
  readonly scene: string;
  readonly seed: number;
}

export interface PrepareOptions {
  readonly dataDir: string;
  readonly scenes: readonly SceneLoop[];
  readonly log: Log;
  /** Called for each scene as soon as its loop is there, once, in no fixed order. */
  readonly onReady: (scene: string) => void;
}

export interface Preparation {
  /** Resolves when every loop is there or could not be made; names the scenes that are there. */
  readonly done: Promise<readonly string[]>;
  /** Stops the work; what is finished stays. */
  close(): void;
}

/** What the encoding process is told, one scene at a time, and what it answers. */
export interface EncodeJob extends SceneLoop {
  readonly scenePath: string;
  readonly loopPath: string;
}
export type EncodeAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'done'; readonly scene: string }
  | { readonly kind: 'failed'; readonly scene: string; readonly detail: string };

/** Raised when the look of the loops changes, so that old files are made anew. */
const EDITION = 1;
const TRIES_MAX = 2;

const isSceneName = (scene: string): boolean => /^[a-z]\d{1,3}$/.test(scene);

/** Where the still of a scene lies. */
export const scenePath = (scene: string): string => join(import.meta.dirname, '..', 'scenes', `${scene}.jpg`);

/** Where a picture of a scene lies in which nothing can be made out; the first sixteen have one. */
export const blurredPath = (scene: string): string =>
  join(import.meta.dirname, '..', 'blurred', `${scene}.jpg`);

/** Where the loop of a scene lies, or will lie. */
export const loopPath = (dataDir: string, scene: string): string =>
  join(dataDir, 'demo', `${scene}.v${EDITION}.loop`);

/**
 * Renders and encodes the loops that are not there yet into `{dataDir}/demo`, in a process of low
 * priority. An interrupted run goes on where it was, since each file appears as a whole. Without the
 * optional encoder only loops that exist already are ready.
 */
export function prepareLoops(options: PrepareOptions): Preparation {
  const { dataDir, log } = options;
  const ready: string[] = [];
  let child: ChildProcess | undefined;
  let isClosed = false;

  const announce = (scene: string): void => {
    if (isClosed) return;
    ready.push(scene);
    options.onReady(scene);
  };

  /** One process for the queue; resolves with the scenes that it did not get to. */
  const encode = (queue: readonly SceneLoop[]): Promise<readonly SceneLoop[]> =>
    new Promise((resolve) => {
      const waiting = [...queue];
      let current: SceneLoop | undefined;
      const started = fork(new URL('./encode-loops-main.ts', import.meta.url), [], {
        execArgv: [],
        // It renders and needs nothing that the site was told.
        env: {},
      });
      child = started;
      const next = (): void => {
        current = waiting.shift();
        if (!current) return void started.disconnect();
        const { scene, seed } = current;
        const job: EncodeJob = {
          scene,
          seed,
          scenePath: scenePath(scene),
          loopPath: loopPath(dataDir, scene),
        };
        started.send(job);
      };
      started.on('message', (message) => {
        const answer = message as EncodeAnswer;
        if (answer.kind === 'unsupported') {
          log.warn({}, 'no encoder installed: demo streams need one');
          waiting.length = 0;
        }
        if (answer.kind === 'done') announce(answer.scene);
        if (answer.kind === 'failed')
          log.error({ scene: answer.scene, detail: answer.detail }, 'loop failed');
        next();
      });
      started.on('error', (err) => log.error({ err }, 'encoding process'));
      // A crash loses the scene at hand; the others go on in a new process.
      started.once('exit', (code) =>
        resolve(code === 0 ? waiting : [...waiting, ...(current ? [current] : [])]),
      );
    });

  const run = async (): Promise<readonly string[]> => {
    const folder = join(dataDir, 'demo');
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder))
      if (name.endsWith('.part')) await rm(join(folder, name), { force: true });
    let missing: readonly SceneLoop[] = [];
    for (const one of options.scenes) {
      if (!isSceneName(one.scene)) throw new Error(`not a scene: ${one.scene}`);
      if (await readLoop(loopPath(dataDir, one.scene))) announce(one.scene);
      else missing = [...missing, one];
    }
    for (let attempt = 0; attempt < TRIES_MAX && missing.length > 0 && !isClosed; attempt++)
      missing = await encode(missing);
    return ready;
  };

  return {
    done: run(),
    close() {
      isClosed = true;
      child?.kill('SIGKILL');
    },
  };
}
