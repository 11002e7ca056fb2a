import { dirname } from 'node:path';
import { forkConfined } from '@klieg/processes';
import type { RemuxAnswer, RemuxJob } from './remux-messages.ts';

/** A long evening has to be copied once; a child that takes longer than this hangs. */
const JOB_MS = 20 * 60_000;

/**
 * Makes a seekable file of recorded chunks, or only a still, in a child process.
 * @returns its length in milliseconds; undefined if the library for it is not installed
 * @throws Error when the chunks cannot be read
 */
export function remux(job: RemuxJob): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    // No environment: it has no business with secrets.
    const child = forkConfined(
      {
        part: 'remux',
        entry: new URL('./remux-worker.ts', import.meta.url),
        serialization: 'advanced',
        env: {},
      },
      [...new Set([job.from, job.to ?? job.from, job.poster].map((path) => dirname(path)))],
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), JOB_MS);
    timer.unref();
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
      child.kill();
    };
    child.on('message', (message) => {
      const answer = message as RemuxAnswer;
      if (answer.kind === 'ready') child.send(job);
      else if (answer.kind === 'done') settle(() => resolve(answer.durationMs));
      else if (answer.kind === 'unsupported') settle(() => resolve(undefined));
      else settle(() => reject(new Error(answer.detail)));
    });
    child.once('error', (err) => settle(() => reject(err)));
    child.once('exit', (code, signal) => reject(new Error(`remux ended with ${code ?? signal}`)));
  });
}
