import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor, type VisitorSocket } from '@klieg/testing';
import { chattingViewers, DEMO_PASSWORD } from '../apps/site/src/demo/demo-people.ts';
import { openDatabase, startEmbeddedPostgres } from '../apps/site/src/platform/postgres/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { pause } from './chat/measure-crowd.ts';

/*
 * Everybody else while one network asks for all it can: how long /healthz, a line of the chat and a tip take
 * at the 99th of 100, with the noise and without, and what the site's process takes in memory.
 */

const MEASURE_MS = 20_000;
const WARM_UP_MS = 5_000;
const EVERY_MS = { health: 20, line: 250, tip: 500 } as const;

interface Latencies {
  readonly health: number;
  readonly line: number;
  readonly tip: number;
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN;

/** Asks in an even beat, however long an answer takes, and notes how long each took. */
async function beat(everyMs: number, untilMs: number, ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const open: Promise<unknown>[] = [];
  while (performance.now() < untilMs) {
    const startedAt = performance.now();
    open.push(ask().then(() => times.push(performance.now() - startedAt)));
    await pause(everyMs);
  }
  await Promise.all(open);
  return p99(times);
}

interface Neighbours {
  readonly viewer: Visitor;
  /** Who write in turn, since nobody may write many lines in a row. */
  readonly writers: readonly VisitorSocket[];
  readonly room: VisitorSocket;
  readonly modelId: number;
}

async function measure(
  url: string,
  { viewer, writers, room, modelId }: Neighbours,
  forMs: number,
): Promise<Latencies> {
  const until = performance.now() + forMs;
  let lines = 0;
  const [health, line, tip] = await Promise.all([
    beat(EVERY_MS.health, until, async () => (await fetch(`${url}/healthz`)).text()),
    beat(EVERY_MS.line, until, async () => {
      const message = `line ${++lines} of ${Math.round(until)}`;
      writers[lines % writers.length]!.send('v3.chat.send', { client_id: uuidv7(), message });
      await room.waitFor('v3.chat.message', (payload) => payload.message === message);
    }),
    beat(EVERY_MS.tip, until, () =>
      viewer.call('sendTip', {
        params: { id: String(modelId) },
        body: { amount: 1 },
        idempotencyKey: uuidv7(),
      } as never),
    ),
  ]);
  return { health, line, tip };
}

const memoryMibOf = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** A site in a process of its own over a folder; resolves when it is ready. */
async function startSite(folder: string, port: number, env: Record<string, string>): Promise<ChildProcess> {
  const site = spawn(
    process.execPath,
    [fileURLToPath(new URL('../apps/site/src/app/main.ts', import.meta.url))],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: folder,
        DEMO_LIVE: '0',
        RTMP_PORT: '0',
        ROLES: 'site,jobs',
        ...env,
      },
    },
  );
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (site.exitCode !== null) throw new Error(`the site ended with ${site.exitCode}`);
    await pause(200);
  }
  return site;
}

async function stopSite(site: ChildProcess): Promise<void> {
  site.kill('SIGTERM');
  await once(site, 'exit');
}

/** The demo's people, made those of any site: the limits of a demo's own machine are not those of a public host. */
async function seedPeople(folder: string, port: number): Promise<void> {
  await stopSite(await startSite(folder, port, { DEMO: '1' }));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  const database = openDatabase(postgres.connection);
  await database.pool.query('update accounts set is_demo = false');
  await database.close();
  await postgres.stop();
}

async function seatNeighbours(url: string): Promise<Neighbours> {
  const [viewer, model] = [
    makeVisitor(url, { address: '198.51.100.1' }),
    makeVisitor(url, { address: '198.51.100.2' }),
  ];
  for (const visitor of [viewer, model]) await visitor.arrive();
  await viewer.login('demo_viewer', DEMO_PASSWORD);
  await model.login('demo_model', DEMO_PASSWORD);
  const room = await viewer.openRoom(await viewer.openLobby(), 'demo_model');
  const writers = await Promise.all(
    chattingViewers.map(async ({ username }, at) => {
      const writer = makeVisitor(url, { address: `198.51.100.${at + 3}` });
      await writer.arrive();
      await writer.login(username, DEMO_PASSWORD);
      return writer.openRoom(await writer.openLobby(), 'demo_model');
    }),
  );
  return { viewer, writers, room, modelId: (await model.call('getCurrentUser')).user.id };
}

const noisyNeighbour: Benchmark = {
  name: 'noisy-neighbour',
  // The 99th of 100 answers takes at most three times as long.
  goal: 1 / 3,
  async run(): Promise<BenchmarkResult> {
    const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
    await chmod(folder, 0o755);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    await seedPeople(folder, port);
    const site = await startSite(folder, port, { DEMO: '0', TRUSTED_HOPS: '1' });
    const noise = fork(fileURLToPath(new URL('./processes/noisy-neighbour.ts', import.meta.url)), [
      String(port),
    ]);
    try {
      const neighbours = await seatNeighbours(url);
      await measure(url, neighbours, WARM_UP_MS);
      const quiet = await measure(url, neighbours, MEASURE_MS);
      const memoryBefore = memoryMibOf(site);
      noise.send('start');
      await pause(WARM_UP_MS);
      const noisy = await measure(url, neighbours, MEASURE_MS);
      const memoryAfter = memoryMibOf(site);
      noise.send('stop');
      const [{ statuses }] = (await once(noise, 'message')) as [{ statuses: Record<string, number> }];
      const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      return {
        figures: {
          healthP99Ms: noisy.health,
          lineP99Ms: noisy.line,
          tipP99Ms: noisy.tip,
          memoryMib: Math.round(memoryAfter),
          noisyAnswers: answered,
          noisyRefused: (statuses['429'] ?? 0) + (statuses['503'] ?? 0),
        },
        reference: {
          source: 'the same site and people without the noise, same run',
          healthP99Ms: quiet.health,
          lineP99Ms: quiet.line,
          tipP99Ms: quiet.tip,
          memoryMib: Math.round(memoryBefore),
        },
        ratio: Math.min(quiet.health / noisy.health, quiet.line / noisy.line, quiet.tip / noisy.tip),
      };
    } finally {
      noise.kill();
      await stopSite(site);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const benchmarks: readonly Benchmark[] = [noisyNeighbour];
