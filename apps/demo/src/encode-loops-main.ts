import { setPriority } from 'node:os';
import { encodeLoop, type NodeAv } from './encode-loop.ts';
import { writeLoop } from './loop-file.ts';
import type { EncodeAnswer, EncodeJob } from './scene-video.ts';

/*
 * The process that renders and encodes loops, one job after the other. It has a low priority, so
 * that a site that has just started is not slowed down.
 */

const PRIORITY_LOW = 15;

const answer = (message: EncodeAnswer): void => {
  process.send?.(message, () => {});
};

async function work(av: NodeAv, job: EncodeJob): Promise<void> {
  try {
    await writeLoop(job.loopPath, await encodeLoop(av, job.scenePath, job.seed));
    answer({ kind: 'done', scene: job.scene });
  } catch (err) {
    answer({ kind: 'failed', scene: job.scene, detail: String(err).slice(0, 300) });
  }
}

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  setPriority(PRIORITY_LOW);
  let av: NodeAv;
  try {
    av = await import('node-av');
  } catch {
    answer({ kind: 'unsupported' });
    return;
  }
  av.Log.setLevel(av.AV_LOG_QUIET);
  process.on('message', (job) => void work(av, job as EncodeJob));
  answer({ kind: 'ready' });
}

await main();
