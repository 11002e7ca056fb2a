import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '../packages/kernel/src/index.ts';
import { makeApplyStore } from '../apps/site/src/features/ledger/apply/apply-store.ts';
import { makeLedger } from '../apps/site/src/features/ledger/make-ledger.ts';
import type { SpendRequest } from '../apps/site/src/features/ledger/requests.ts';
import { toCommand } from '../apps/site/src/features/ledger/to-command.ts';
import {
  assertDurable,
  type EmbeddedPostgres,
  prepareDatabase,
  openDatabase,
  startEmbeddedPostgres,
} from '../apps/site/src/platform/postgres/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { preparePgbench } from './pgbench.ts';

const VIEWERS = 20_000;
const MODELS = 1000;
const FIRST_MODEL = 1_000_000;
const TIPS_IN_FLIGHT = 1500;
const ROUNDS = 3;
const WARM_UP_MS = 1000;
const MEASURE_SECONDS = 5;
const PGBENCH_CLIENTS = 32;
const PGBENCH_SCALE = 50;
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

type Receivers = 'uniform' | 'hot';

const below = (limit: number): number => Math.floor(Math.random() * limit);

/** A tip as the tipping feature sends it: share of 60 %, a reference, every fourth with a comment. */
function makeTip(receivers: Receivers): SpendRequest {
  return {
    id: uuidv7(),
    kind: 'tip',
    from: (1 + below(VIEWERS)) as AccountId,
    to: (FIRST_MODEL + (receivers === 'hot' ? 0 : below(MODELS))) as AccountId,
    sharePercent: 60,
    amountTokens: 1 + below(50),
    note: {
      ref: { type: 'room', id: '17' },
      ...(below(4) === 0 && { comment: 'What a lovely song, thank you!' }),
    },
  };
}

interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Keeps `workers` acts running, and counts those that end after the warm-up. */
async function measureRate(workers: number, act: () => Promise<void>): Promise<Rate> {
  const latencies: number[] = [];
  let isMeasuring = false;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      await act();
      if (isMeasuring && !isOver) latencies.push(performance.now() - startedAt);
    }
  };
  const all = Array.from({ length: workers }, work);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  isMeasuring = true;
  const startedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, MEASURE_SECONDS * 1000));
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await Promise.all(all);
  latencies.sort((a, b) => a - b);
  const at = (part: number): number =>
    Math.round((latencies[Math.floor(latencies.length * part)] ?? 0) * 10) / 10;
  return { perSecond: Math.round(latencies.length / seconds), p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function benchTips(server: EmbeddedPostgres, receivers: Receivers): Promise<BenchmarkResult> {
  const pgbench = await preparePgbench();
  const database = openDatabase({ ...server.connection, max: PGBENCH_CLIENTS });
  const owner = openDatabase({ ...server.owner, max: 1 });
  try {
    await assertDurable(database);
    await prepareDatabase(server, migrations);
    await owner.pool.query('create database tpcb');
    const tpcb = { ...server.owner, database: 'tpcb' };
    await pgbench.initialize(tpcb, PGBENCH_SCALE);

    let batches = 0;
    let batched = 0;
    const onBatch = ({ size }: { size: number }): void => {
      batches += 1;
      batched += size;
    };
    const ledger = makeLedger({ database, clock: systemClock, log: silentLog, onBatch });
    const purchase = { kind: 'purchase', source: 'billers', amountTokens: 1_000_000 } as const;
    const viewers = Array.from({ length: VIEWERS }, (_, index) => (index + 1) as AccountId);
    for (let start = 0; start < VIEWERS; start += 5000) {
      const some = viewers.slice(start, start + 5000);
      await Promise.all(some.map((to) => ledger.credit({ ...purchase, id: uuidv7(), to })));
    }
    await owner.pool.query('vacuum analyze');

    const tips: Rate[] = [];
    const singles: Rate[] = [];
    const simple: number[] = [];
    const prepared: number[] = [];
    const store = makeApplyStore(database);
    const load = { clients: PGBENCH_CLIENTS, seconds: MEASURE_SECONDS };
    // In turns, so that whatever else the machine does falls on all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      await owner.pool.query('checkpoint');
      simple.push(await pgbench.measure(tpcb, { ...load, protocol: 'simple' }));
      await owner.pool.query('checkpoint');
      const tip = async (): Promise<void> => {
        const { status } = await ledger.spend(makeTip(receivers));
        if (status !== 'applied') throw new Error(`a tip was ${status}`);
      };
      tips.push(await measureRate(TIPS_IN_FLIGHT, tip));
      await owner.pool.query('checkpoint');
      prepared.push(await pgbench.measure(tpcb, { ...load, protocol: 'prepared' }));
      const single = async (): Promise<void> => {
        await store.apply([[toCommand({ type: 'spend', ...makeTip(receivers) })]]);
      };
      singles.push(await measureRate(PGBENCH_CLIENTS, single));
    }

    const { findings } = await ledger.reconcile('recent');
    if (findings.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(findings[0])}`);
    const ratioTo = (rates: readonly number[]): number =>
      Math.round(median(tips.map((rate, round) => rate.perSecond / rates[round]!)) * 100) / 100;
    return {
      figures: {
        tipsPerSecond: median(tips.map((rate) => rate.perSecond)),
        tipP50Ms: median(tips.map((rate) => rate.p50Ms)),
        tipP99Ms: median(tips.map((rate) => rate.p99Ms)),
        tipsInFlight: TIPS_IN_FLIGHT,
        batchSize: Math.round(batched / batches),
        oneTransactionPerTipPerSecond: median(singles.map((rate) => rate.perSecond)),
        ratioToPreparedTpcb: ratioTo(prepared),
      },
      reference: {
        what: `pgbench TPC-B, scale ${PGBENCH_SCALE}, ${PGBENCH_CLIENTS} clients, same server, in turns`,
        tpcbPerSecond: Math.round(median(simple)),
        tpcbPreparedPerSecond: Math.round(median(prepared)),
        rounds: ROUNDS,
      },
      ratio: ratioTo(simple),
    };
  } finally {
    await database.close();
  }
}

async function withServer<Result>(use: (server: EmbeddedPostgres) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  try {
    return await use(server);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benchmarks: readonly Benchmark[] = [
  { name: 'ledger-uniform', goal: 4, run: () => withServer((server) => benchTips(server, 'uniform')) },
  { name: 'ledger-hot', goal: 5, run: () => withServer((server) => benchTips(server, 'hot')) },
];
