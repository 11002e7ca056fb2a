import { readdirSync, readFileSync } from 'node:fs';
import { MEDIA_FACTS } from '../packages/contract/src/media.ts';
import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf, endedCpuSecondsOf } from './media/cpu.ts';
import { type ShowsSite, withShows } from './shows/with-shows.ts';

/*
 * Many privates that are counted at once on one node: how long it is from the media's word that ten seconds were
 * delivered to the tick on the payer's page, and what the site and the database take for it.
 */

const STEPS = [50, 100, 200, 500];
const SETTLE_MS = 12_000;
const MEASURE_MS = 30_000;
const FACT_MS = 1_000;
const INTERVAL_MS = 10_000;
const STARTS_AT_ONCE = 4;
const START_TRIES = 5;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

interface Show {
  readonly id: string;
  readonly page: VisitorSocket;
  deliveredMs: number;
}

/** Asks for a private and takes it, with the payer's page in the room. */
async function startShow({ room, model, payer }: ShowsSite['pairs'][number]): Promise<Show> {
  await Promise.all([model.arrive(), payer.arrive()]);
  const lobby = await payer.openLobby();
  const page = await payer.openRoom(lobby, room);
  lobby.close();
  const { request_id: id } = await payer.call('requestPrivate', {
    params: { username: room },
    body: {},
    idempotencyKey: uuidv7(),
  });
  await model.call('acceptPrivate', { params: { id }, body: {} });
  return { id, page, deliveredMs: 0 };
}

/** Speaks as the media that deliver to all shows, each second by turns; notes how long the ticks take. */
function deliverTo({ bus }: Pick<ShowsSite, 'bus'>) {
  const shows: Show[] = [];
  let delays: number[] = [];
  let missing = 0;
  let isOver = false;

  const awaitTick = async ({ page, deliveredMs }: Show): Promise<void> => {
    const saidAt = performance.now();
    missing += 1;
    const tick = await page
      .waitFor('v3.private.tick', ({ duration }) => duration * 1_000 >= deliveredMs)
      .catch(() => undefined);
    if (!tick) return;
    missing -= 1;
    delays.push(performance.now() - saidAt);
  };

  const deliver = (show: Show): void => {
    const fromMs = show.deliveredMs;
    show.deliveredMs += FACT_MS;
    bus.publish(MEDIA_FACTS, {
      kind: 'metered',
      node: 'm1',
      meterId: show.id,
      clock: 'bench',
      deliveredMs: show.deliveredMs,
      fromMs,
      untilMs: show.deliveredMs,
    });
    if (show.deliveredMs % INTERVAL_MS === 0) void awaitTick(show);
  };

  const lead = async (show: Show): Promise<void> => {
    await pause(Math.random() * FACT_MS);
    for (let next = performance.now(); !isOver; next += FACT_MS) {
      deliver(show);
      await pause(Math.max(0, next + FACT_MS - performance.now()));
    }
  };

  return {
    shows,
    add(show: Show) {
      shows.push(show);
      void lead(show);
    },
    reset: () => void (delays = []),
    figures: () => ({
      ticks: delays.length,
      missing,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
    }),
    stop: () => void (isOver = true),
  };
}

/** Of a process and all that it has started, those too that have ended meanwhile: idle connections come and go. */
function cpuOfAll(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/u.test(name))
      try {
        parents.set(
          Number(name),
          Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]),
        );
      } catch {
        // It ended meanwhile.
      }
  const all = [pid, ...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child)];
  return all.reduce((sum, one) => sum + cpuSecondsOf(one), endedCpuSecondsOf(pid));
}

/** Shares of one core, and transactions a second, while so many shows run. */
async function measure({ node, database, postgresPid }: ShowsSite, deliveries: ReturnType<typeof deliverTo>) {
  const look = async () => {
    const { rows } = await database.pool.query(
      'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
    );
    const transactions = (rows[0] as { count: number }).count;
    return { transactions, site: cpuSecondsOf(node.process.pid!), database: cpuOfAll(postgresPid) };
  };
  await pause(SETTLE_MS);
  deliveries.reset();
  const before = await look();
  await pause(MEASURE_MS);
  const after = await look();
  const each = (name: keyof typeof before) => ((after[name] - before[name]) * 1_000) / MEASURE_MS;
  return {
    ...deliveries.figures(),
    sitePercent: each('site') * 100,
    databasePercent: each('database') * 100,
    transactionsPerSecond: each('transactions'),
  };
}

/** A start that a busy site refuses is tried again. */
async function startSurely(pair: ShowsSite['pairs'][number]): Promise<Show> {
  for (let tries = 1; ; tries++)
    try {
      return await startShow(pair);
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await pause(FACT_MS);
    }
}

async function measureSteps(
  site: ShowsSite,
  deliveries: ReturnType<typeof deliverTo>,
): Promise<BenchmarkResult> {
  const figures: Record<string, number> = {};
  const p99s: number[] = [];
  for (const shows of STEPS) {
    const coming = site.pairs.slice(deliveries.shows.length, shows).values();
    await Promise.all(
      Array.from({ length: STARTS_AT_ONCE }, async () => {
        for (const pair of coming) deliveries.add(await startSurely(pair));
      }),
    );
    const measured = await measure(site, deliveries);
    p99s.push(measured.p99);
    for (const [name, value] of Object.entries(measured)) figures[`${name}${shows}`] = Math.round(value);
  }
  return {
    figures,
    reference: { source: `${STEPS[0]} shows, same site, same run`, tickP99Ms: p99s[0]! },
    ratio: p99s[0]! / p99s.at(-1)!,
  };
}

const showsTicking: Benchmark = {
  name: 'shows-ticking',
  // Ten times as many shows may take so much longer for a tick at the 99th of 100.
  goal: 0.25,
  run: () =>
    withShows(STEPS.at(-1)!, async (site) => {
      const deliveries = deliverTo(site);
      try {
        return await measureSteps(site, deliveries);
      } finally {
        deliveries.stop();
      }
    }),
};

export const benchmarks: readonly Benchmark[] = [showsTicking];
