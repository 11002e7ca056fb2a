import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '../packages/kernel/src/index.ts';
import { makeApplyStore } from '../apps/site/src/features/ledger/apply-store.ts';
import { makeLedger } from '../apps/site/src/features/ledger/make-ledger.ts';
import { type SpendRequest, toCommand } from '../apps/site/src/features/ledger/requests.ts';
import {
  assertDurable,
  type EmbeddedPostgres,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
} from '../apps/site/src/platform/postgres/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { preparePgbench } from './pgbench.ts';

const VIEWERS = 20_000;
const MODELS = 1000;
const FIRST_MODEL = 1_000_000;
const TIPS_IN_FLIGHT = 1500;
const WARM_UP_MS = 2000;
const MEASURE_SECONDS = 8;
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

/** Keeps `workers` acts running, and counts those that end after the warm-up. */
async function measureRate(
  workers: number,
  act: () => Promise<void>,
): Promise<{ perSecond: number; p50Ms: number; p99Ms: number }> {
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
  try {
    await assertDurable(database);
    await migrate(server.connection, migrations);
    await database.pool.query('create database tpcb');
    const tpcb = { ...server.connection, database: 'tpcb' };
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
    await database.pool.query('vacuum analyze');

    const load = { clients: PGBENCH_CLIENTS, seconds: MEASURE_SECONDS };
    const simpleBefore = await pgbench.measure(tpcb, { ...load, protocol: 'simple' });
    const preparedBefore = await pgbench.measure(tpcb, { ...load, protocol: 'prepared' });
    await database.pool.query('checkpoint');
    const tips = await measureRate(TIPS_IN_FLIGHT, async () => {
      const { status } = await ledger.spend(makeTip(receivers));
      if (status !== 'applied') throw new Error(`a tip was ${status}`);
    });
    const batchSize = Math.round(batched / batches);
    const store = makeApplyStore(database);
    await database.pool.query('checkpoint');
    const single = await measureRate(PGBENCH_CLIENTS, async () => {
      await store.apply([[toCommand({ type: 'spend', ...makeTip(receivers) })]]);
    });
    await database.pool.query('checkpoint');
    const simpleAfter = await pgbench.measure(tpcb, { ...load, protocol: 'simple' });
    const preparedAfter = await pgbench.measure(tpcb, { ...load, protocol: 'prepared' });

    const { findings } = await ledger.reconcile('recent');
    if (findings.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(findings[0])}`);
    const tpcbPerSecond = (simpleBefore + simpleAfter) / 2;
    const preparedPerSecond = (preparedBefore + preparedAfter) / 2;
    const round = (value: number): number => Math.round(value * 100) / 100;
    return {
      figures: {
        tipsPerSecond: tips.perSecond,
        tipP50Ms: tips.p50Ms,
        tipP99Ms: tips.p99Ms,
        tipsInFlight: TIPS_IN_FLIGHT,
        batchSize,
        oneTransactionPerTipPerSecond: single.perSecond,
        ratioToPreparedTpcb: round(tips.perSecond / preparedPerSecond),
      },
      reference: {
        what: `pgbench TPC-B, scale ${PGBENCH_SCALE}, ${PGBENCH_CLIENTS} clients, same server, before and after`,
        tpcbPerSecond: Math.round(tpcbPerSecond),
        tpcbBeforePerSecond: Math.round(simpleBefore),
        tpcbAfterPerSecond: Math.round(simpleAfter),
        tpcbPreparedPerSecond: Math.round(preparedPerSecond),
      },
      ratio: round(tips.perSecond / tpcbPerSecond),
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
