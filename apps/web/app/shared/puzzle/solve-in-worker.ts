import type { Puzzle } from '@klieg/contract/features/captcha/puzzle';

/** Does the work that a puzzle asks for, while the page stays usable. @throws Error where the browser has no workers */
export function solveInWorker(puzzle: Puzzle): Promise<string> {
  const worker = new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(puzzle);
  }).finally(() => worker.terminate());
}
