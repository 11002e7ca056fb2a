import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CrowdCounts, CrowdOptions, Watching } from '../processes/live-crowd.ts';

const LIVE_MS = 30_000;
const ASK_MS = 200;

/** Publishers and viewers in a process of their own. */
export interface Crowd {
  readonly pid: number;
  /** Resolves when all publishers send. @throws Error when they do not in time */
  untilLive(): Promise<void>;
  watch(watching: Watching): Promise<CrowdCounts>;
  /** What has come since the last question. */
  ask(): Promise<CrowdCounts>;
  stop(): Promise<void>;
}

export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const child = fork(
    join(import.meta.dirname, '..', 'processes', 'live-crowd.ts'),
    [JSON.stringify(options)],
    { execArgv: [] },
  );
  await once(child, 'message');
  const send = async (message: { watch?: Watching }): Promise<CrowdCounts> => {
    const answer = once(child, 'message') as Promise<[CrowdCounts]>;
    child.send(message);
    return (await answer)[0];
  };
  return {
    pid: child.pid!,
    async untilLive() {
      const endMs = Date.now() + LIVE_MS;
      while ((await send({})).live < options.streamNames.length) {
        if (Date.now() > endMs) throw new Error('the publishers did not come');
        await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      }
    },
    watch: (watching) => send({ watch: watching }),
    ask: () => send({}),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
