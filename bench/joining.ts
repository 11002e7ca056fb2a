import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { type Hall, pause, startCrowd, untilJoined, usageOf } from './chat/measure-crowd.ts';
import { withSite } from './chat/with-site.ts';

/*
 * What it costs the server to let somebody into a room: members with a login session and a key each come by
 * socket until they have the room's state and its history. The same crowd then comes to a server on bare `ws`
 * that greets each and sends one message back, which is the least that a socket can cost.
 */

const HALL: Hall = { rooms: 1, viewers: 600, linesPerSecond: 20, writers: 60 };
/** As many come at once as a busy machine still lets in within the time that a page has. */
const ON_THE_WAY_MAX = 200;
/** Until the history is full. */
const TALK_MS = 12_000;
/** After so long those who left are gone, and nothing of their leaving is measured. */
const GONE_MS = 12_000;

interface Cost {
  readonly cpuMs: number;
  readonly statements: number;
  readonly tookMs: number;
}

/** What a server uses while the whole crowd comes back. */
async function costOfReturn(crowd: ChildProcess, server: ChildProcess): Promise<Cost> {
  crowd.send('cut');
  await pause(GONE_MS);
  const before = await usageOf(server);
  crowd.send('back');
  const tookMs = await untilJoined(crowd, HALL.rooms * HALL.viewers);
  const after = await usageOf(server);
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    statements: after.statements - before.statements,
    tookMs,
  };
}

/** The middle one of three returns, after a first joining that warms the server up. */
async function measure(crowd: ChildProcess, server: ChildProcess): Promise<Cost> {
  await untilJoined(crowd, HALL.rooms * HALL.viewers);
  crowd.send('write');
  await pause(TALK_MS);
  crowd.send('quiet');
  const costs: Cost[] = [];
  for (let i = 0; i < 3; i++) costs.push(await costOfReturn(crowd, server));
  return costs.toSorted((a, b) => a.cpuMs - b.cpuMs)[1]!;
}

const measureOurs = (): Promise<Cost> =>
  withSite(HALL, async (plan, server) => {
    const crowd = startCrowd({ ...plan, onTheWayMax: ON_THE_WAY_MAX });
    try {
      return await measure(crowd, server);
    } finally {
      crowd.kill();
    }
  });

async function measureBare(): Promise<Cost> {
  const server = fork(fileURLToPath(new URL('./processes/ws-greeter.ts', import.meta.url)));
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const crowd = startCrowd({
    // The crowd's way with Socket.IO: wait for a greeting, write, and be in with the answer.
    kind: 'socketio',
    port,
    onTheWayMax: ON_THE_WAY_MAX,
    rooms: [
      {
        name: 'room_0',
        keys: Array.from({ length: HALL.viewers }, () => []),
        writers: HALL.writers,
        linesPerSecond: HALL.linesPerSecond,
      },
    ],
  });
  try {
    return await measure(crowd, server);
  } finally {
    crowd.kill();
    server.kill();
  }
}

const joining: Benchmark = {
  name: 'joining',
  // A bare socket takes about a fifth of the millisecond of processor that a joining may take.
  goal: 0.2,
  async run(): Promise<BenchmarkResult> {
    const ours = await measureOurs();
    const bare = await measureBare();
    return {
      figures: {
        sockets: HALL.viewers,
        cpuMsPerJoining: ours.cpuMs / HALL.viewers,
        statementsPerJoining: ours.statements / HALL.viewers,
        allInMs: Math.round(ours.tookMs),
      },
      reference: {
        source: 'ws 8, one greeting and one message back, same crowd, same run',
        wsCpuMsPerSocket: bare.cpuMs / HALL.viewers,
        wsAllInMs: Math.round(bare.tookMs),
      },
      ratio: bare.cpuMs / ours.cpuMs,
    };
  },
};

export const benchmarks: readonly Benchmark[] = [joining];
