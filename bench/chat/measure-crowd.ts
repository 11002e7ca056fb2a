import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrowdFigures, CrowdPlan } from '../processes/chat-crowd.ts';

const WARM_UP_MS = 4_000;
const MEASURE_MS = 15_000;
/** Lines that are still on their way arrive within this. */
export const SETTLE_MS = 1_000;
/** Bounds how long a crowd is waited for that never comes in. */
const JOIN_MS = 300_000;

/** Who is there: so many rooms, and in each so many who read, of whom some write. */
export interface Hall {
  readonly rooms: number;
  readonly viewers: number;
  readonly linesPerSecond: number;
  readonly writers: number;
}

/** What a server has used since its start. */
export interface Usage {
  readonly cpuMs: number;
  readonly memoryMib: number;
  /** Statements that it sent to its database; 0 for one that has none. */
  readonly statements: number;
}

export const usageOf = async (child: ChildProcess): Promise<Usage> => {
  child.send('usage');
  const [{ cpu, memory, statements = 0 }] = (await once(child, 'message')) as [
    { cpu: NodeJS.CpuUsage; memory: NodeJS.MemoryUsage; statements?: number },
  ];
  return { cpuMs: (cpu.user + cpu.system) / 1000, memoryMib: memory.rss / 2 ** 20, statements };
};

/** What the crowd has counted since it was told to measure. */
export const figuresOf = async (crowd: ChildProcess): Promise<CrowdFigures> => {
  crowd.send('figures');
  return ((await once(crowd, 'message')) as [CrowdFigures])[0];
};

/** Waits for so many to be in. @returns how long it took, in milliseconds. @throws when they do not come */
export const untilJoined = async (crowd: ChildProcess, wanted: number): Promise<number> => {
  const startedAt = performance.now();
  for (;;) {
    const { joined } = await figuresOf(crowd);
    if (joined >= wanted) return performance.now() - startedAt;
    if (performance.now() - startedAt > JOIN_MS) throw new Error(`only ${joined} of ${wanted} joined`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** The readers and writers, in a process of their own. */
export const startCrowd = (plan: CrowdPlan): ChildProcess => {
  const crowd = fork(fileURLToPath(new URL('../processes/chat-crowd.ts', import.meta.url)));
  crowd.send(plan);
  return crowd;
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a crowd saw and what the server used for it. */
export interface Measured extends CrowdFigures {
  readonly perSecond: number;
  /** Of one core. */
  readonly cpuShare: number;
  readonly memoryMib: number;
  /** Of all deliveries that were due. */
  readonly lostShare: number;
}

/** Lets a crowd write, and measures between a time to warm up and one to settle. */
export async function measureCrowd(crowd: ChildProcess, server: ChildProcess, hall: Hall): Promise<Measured> {
  await untilJoined(crowd, hall.rooms * hall.viewers);
  crowd.send('write');
  await pause(WARM_UP_MS);
  crowd.send('measure');
  const before = await usageOf(server);
  const startedAt = performance.now();
  await pause(MEASURE_MS);
  const after = await usageOf(server);
  // A server that is late with its answer was measured for longer.
  const elapsedMs = performance.now() - startedAt;
  crowd.send('quiet');
  await pause(SETTLE_MS);
  const figures = await figuresOf(crowd);
  return {
    ...figures,
    perSecond: (figures.delivered * 1000) / elapsedMs,
    cpuShare: (after.cpuMs - before.cpuMs) / elapsedMs,
    memoryMib: after.memoryMib,
    lostShare: Math.max(0, 1 - figures.delivered / (figures.written * hall.viewers)),
  };
}
