import { fork } from 'node:child_process';

/** A short video of a moving scene. */
export interface ClipJob {
  readonly path: string;
  readonly scenePath: string;
  readonly seed: number;
  readonly seconds: number;
  readonly hasSound: boolean;
  /** `mpeg4` is what the media library does not take. */
  readonly codec: 'h264' | 'mpeg4';
}

export type ClipAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Writes the file in a process of its own, which loads the encoder. @returns false where the encoder is not installed */
export function writeClip(job: ClipJob): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./write-clip-main.ts', import.meta.url), [], {
      execArgv: [],
      env: {},
      serialization: 'advanced',
    });
    const settle = (act: () => void): void => {
      act();
      child.kill();
    };
    child.on('message', (message) => {
      const answer = message as ClipAnswer;
      if (answer.kind === 'ready') child.send(job);
      else if (answer.kind === 'failed') settle(() => reject(new Error(answer.detail)));
      else settle(() => resolve(answer.kind === 'done'));
    });
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code, signal) => reject(new Error(`the clip ended with ${code ?? signal}`)));
  });
}
