import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Flood, FloodFigures } from '../apps/site/src/app/testing-node-main.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import {
  figuresOf,
  type Hall,
  type Measured,
  measureCrowd,
  pause,
  SETTLE_MS,
  startCrowd,
  untilJoined,
  usageOf,
} from './chat/measure-crowd.ts';
import { withSite } from './chat/with-site.ts';
import type { CrowdPlan } from './processes/chat-crowd.ts';

/*
 * Chat at full size: the real site with its database, rooms full of people who write, and another process
 * whose raw sockets read all of it. The time is from writing a line to its arrival at a reader. The same
 * crowd then sits in rooms on Socket.IO that relay without a rule, an account or a history.
 */

const measureOurs = (hall: Hall): Promise<Measured> =>
  withSite(hall, async (plan, server) => {
    const crowd = startCrowd(plan);
    try {
      return await measureCrowd(crowd, server, hall);
    } finally {
      crowd.kill();
    }
  });

async function measureSocketIo(hall: Hall): Promise<Measured> {
  const server = fork(fileURLToPath(new URL('./processes/chat-socketio.ts', import.meta.url)));
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const crowd = startCrowd({
    kind: 'socketio',
    port,
    rooms: Array.from({ length: hall.rooms }, (_, i) => ({
      name: `room_${i}`,
      keys: Array.from({ length: hall.viewers }, () => []),
      writers: hall.writers,
      linesPerSecond: hall.linesPerSecond,
    })),
  });
  try {
    return await measureCrowd(crowd, server, hall);
  } finally {
    crowd.kill();
    server.kill();
  }
}

const compare = (name: string, hall: Hall): Benchmark => ({
  name,
  // Half of the 300 ms that a line may take is for the way to the page.
  goal: { p50: 150, p95: 300 },
  async run(): Promise<BenchmarkResult> {
    const mine = await measureOurs(hall);
    const other = await measureSocketIo(hall);
    return {
      figures: {
        ...hall,
        p50: mine.p50,
        p95: mine.p99,
        p99: mine.p99,
        max: mine.max,
        deliveredPerSecond: Math.round(mine.perSecond),
        lostShare: mine.lostShare,
        refused: mine.refused,
        cpuShare: mine.cpuShare,
        memoryMib: Math.round(mine.memoryMib),
      },
      reference: {
        source: 'Socket.IO 4.8, websocket only, no deflate, no rules, same crowd, same run',
        socketioP50: other.p50,
        socketioP99: other.p99,
        socketioMax: other.max,
        socketioDeliveredPerSecond: Math.round(other.perSecond),
        socketioLostShare: other.lostShare,
        socketioCpuShare: other.cpuShare,
        socketioMemoryMib: Math.round(other.memoryMib),
      },
      // Deliveries per second of processor, ours over theirs.
      ratio: mine.perSecond / mine.cpuShare / (other.perSecond / other.cpuShare),
    };
  },
});

/** One return of a crowd that was cut while it wrote. */
interface Storm {
  readonly backMs: number;
  readonly cpuSeconds: number;
  /** Of the deliveries that were due after all were back. */
  readonly lostShare: number;
  readonly p99: number;
}

/** A crowd writes, is cut all at once, and comes back. */
async function measureStorm(crowd: ChildProcess, server: ChildProcess, hall: Hall): Promise<Storm> {
  crowd.send('write');
  await pause(2_000);
  crowd.send('cut');
  await pause(200);
  const before = await usageOf(server);
  crowd.send('back');
  const backMs = await untilJoined(crowd, hall.rooms * hall.viewers);
  const after = await usageOf(server);
  crowd.send('measure');
  await pause(5_000);
  crowd.send('quiet');
  await pause(SETTLE_MS);
  const figures = await figuresOf(crowd);
  return {
    backMs,
    cpuSeconds: (after.cpuMs - before.cpuMs) / 1000,
    lostShare: Math.max(0, 1 - figures.delivered / (figures.written * hall.viewers)),
    p99: figures.p99,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The middle of each figure; of what was lost the worst. */
const middleOf = (storms: readonly Storm[]): Storm => ({
  backMs: Math.round(median(storms.map(({ backMs }) => backMs))),
  cpuSeconds: median(storms.map(({ cpuSeconds }) => cpuSeconds)),
  lostShare: Math.max(...storms.map(({ lostShare }) => lostShare)),
  p99: median(storms.map(({ p99 }) => p99)),
});

/** Keys count once: those that the other server is given are none of ours. */
const KEYS_OF_OURS = 16;
const withKeys = (plan: CrowdPlan, from: number, to?: number): CrowdPlan => ({
  ...plan,
  rooms: plan.rooms.map((room) => ({ ...room, keys: room.keys.map((keys) => keys.slice(from, to)) })),
});

const STORMS = 5;

/**
 * All sockets cut at once: how long until the last is back, beside the same on Socket.IO with a log-in each. Both
 * stand all the time and take turns, so that a slow minute of the machine meets both.
 */
const storm: Benchmark = {
  name: 'chat-storm',
  goal: 1,
  async run(): Promise<BenchmarkResult> {
    const hall: Hall = { rooms: 10, viewers: 400, linesPerSecond: 5, writers: 40 };
    return withSite(hall, async (plan, server, connection) => {
      const other = fork(fileURLToPath(new URL('./processes/chat-socketio.ts', import.meta.url)), [
        JSON.stringify(connection),
      ]);
      const crowds: ChildProcess[] = [];
      const seat = async (crowdPlan: CrowdPlan) => {
        const crowd = startCrowd(crowdPlan);
        crowds.push(crowd);
        return { crowd, firstMs: await untilJoined(crowd, hall.rooms * hall.viewers) };
      };
      try {
        const [{ port }] = (await once(other, 'message')) as [{ port: number }];
        const ours = await seat(withKeys(plan, 0, KEYS_OF_OURS));
        const theirs = await seat({ ...withKeys(plan, KEYS_OF_OURS), kind: 'socketio', port });
        const stormsOfOurs: Storm[] = [];
        const stormsOfTheirs: Storm[] = [];
        for (let i = 0; i < STORMS; i++) {
          stormsOfOurs.push(await measureStorm(ours.crowd, server, hall));
          stormsOfTheirs.push(await measureStorm(theirs.crowd, other, hall));
        }
        const mine = middleOf(stormsOfOurs);
        const reference = middleOf(stormsOfTheirs);
        return {
          figures: {
            sockets: hall.rooms * hall.viewers,
            storms: STORMS,
            firstMs: Math.round(ours.firstMs),
            backMs: mine.backMs,
            cpuSeconds: mine.cpuSeconds,
            lostAfterwards: mine.lostShare,
            lineP99Afterwards: mine.p99,
          },
          reference: {
            source:
              'Socket.IO 4.8 with one log-in by the same keys in the same database, same crowd, in turns in the same run',
            socketioFirstMs: Math.round(theirs.firstMs),
            socketioBackMs: reference.backMs,
            socketioCpuSeconds: reference.cpuSeconds,
            socketioLostAfterwards: reference.lostShare,
            socketioLineP99Afterwards: reference.p99,
          },
          ratio: median(stormsOfTheirs.map(({ backMs }, i) => backMs / stormsOfOurs[i]!.backMs)),
        };
      } finally {
        for (const crowd of crowds) crowd.kill();
        other.kill();
      }
    });
  },
};

/** Pages that stop reading while the room is full of words: how soon each is sent away, and what others notice. */
const deaf: Benchmark = {
  name: 'chat-deaf',
  goal: { p50: 5_000, p95: 5_000 },
  async run(): Promise<BenchmarkResult> {
    const hall: Hall = { rooms: 1, viewers: 300, linesPerSecond: 20, writers: 40 };
    const deafSockets = 200;
    return withSite(hall, async (plan, server) => {
      const crowd = startCrowd(plan);
      const flooded = async (untilSockets: number): Promise<FloodFigures> => {
        const flood: Flood = { room: plan.rooms[0]!.name, linesPerSecond: 200, bytes: 480, untilSockets };
        crowd.send('measure');
        server.send({ flood });
        return ((await once(server, 'message')) as [FloodFigures])[0];
      };
      try {
        await untilJoined(crowd, hall.viewers);
        // Those who come count after a second.
        await pause(2_000);
        crowd.send('write');
        crowd.send({ deafen: deafSockets });
        const { evictedAfterMs, firstSlowAfterMs, socketsLeft } = await flooded(hall.viewers - deafSockets);
        const beside = await figuresOf(crowd);
        // The same words, when all who are there read.
        crowd.send('measure');
        const alone = flooded(0);
        await pause(Math.max(5_000, firstSlowAfterMs));
        const without = await figuresOf(crowd);
        void alone;
        const sorted = evictedAfterMs.toSorted((a, b) => a - b);
        return {
          figures: {
            deafSockets,
            evicted: evictedAfterMs.length,
            socketsLeft,
            p50: sorted[sorted.length >> 1] ?? Number.NaN,
            p95: sorted.at(-1) ?? Number.NaN,
            firstSlowAfterMs,
            lineP50Beside: beside.p50,
            lineP99Beside: beside.p99,
          },
          reference: {
            source: 'lines of others in the same room under the same flood, after the deaf were gone',
            lineP50: without.p50,
            lineP99: without.p99,
          },
        };
      } finally {
        crowd.kill();
      }
    });
  },
};

export const benchmarks: readonly Benchmark[] = [
  compare('chat-rooms', { rooms: 50, viewers: 40, linesPerSecond: 20, writers: 40 }),
  compare('chat-hall', { rooms: 1, viewers: 4_000, linesPerSecond: 20, writers: 60 }),
  storm,
  deaf,
];
