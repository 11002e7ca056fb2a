import { setPriority } from 'node:os';
import { serveJobs } from '@klieg/kernel/child';
import { encodeLoop, type NodeAv } from './encode-loop.ts';
import { writeLoop } from './loop-file.ts';
import type { EncodeAnswer, EncodeJob } from './scene-video.ts';

/*
 * The process that renders and encodes loops, one job after the other. It has a low priority, so
 * that a site that has just started is not slowed down.
 */

const PRIORITY_LOW = 15;

/** Failures are answered, what the library says of them is not for the log. */
const load = async (): Promise<NodeAv> => {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return av;
};

setPriority(PRIORITY_LOW);
await serveJobs({
  load,
  async work(av, { scene, loopPath, scenePath, seed }: EncodeJob): Promise<EncodeAnswer> {
    await writeLoop(loopPath, await encodeLoop(av, scenePath, seed));
    return { kind: 'done', scene };
  },
  failed: ({ scene }, detail): EncodeAnswer => ({ kind: 'failed', scene, detail }),
});
