import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, type Uuid, uuidv7 } from '../packages/kernel/src/index.ts';
import { accountOf } from '../apps/site/src/features/ledger/accounts.ts';
import { makeApplyStore } from '../apps/site/src/features/ledger/apply/apply-store.ts';
import { type Ledger, makeLedger } from '../apps/site/src/features/ledger/make-ledger.ts';
import type { SpendRequest } from '../apps/site/src/features/ledger/requests.ts';
import { toCommand } from '../apps/site/src/features/ledger/to-command.ts';
import {
  assertDurable,
  type Database,
  openDatabase,
  prepareDatabase,
  startEmbeddedPostgres,
} from '../apps/site/src/platform/postgres/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

/*
 * What holds on a busy machine, too: a tip against the bare rows that it writes, and captures at a steady rate.
 */

const VIEWERS = 20_000;
const MODELS = 1_000;
const FIRST_MODEL = 1_000_000;
const BATCH = 500;
const BATCHES = 60;
const SHOWS = 10_000;
const CAPTURES_PER_SECOND = 1_000;
const CAPTURE_SECONDS = 20;
const PRICE = 15;
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

const below = (limit: number): number => Math.floor(Math.random() * limit);
const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
const median = (values: readonly number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  );

async function withLedger<Result>(
  use: (ledger: Ledger, database: Database, owner: Database) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  const database = openDatabase({ ...server.connection, max: 4 });
  const owner = openDatabase({ ...server.owner, max: 1 });
  try {
    await assertDurable(database);
    await prepareDatabase(server, migrations);
    const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
    const purchase = { kind: 'purchase', source: 'billers', amountTokens: 1_000_000 } as const;
    for (let start = 0; start < VIEWERS; start += 5_000)
      await Promise.all(
        Array.from({ length: 5_000 }, (_, index) =>
          ledger.credit({ ...purchase, id: uuidv7(), to: (start + index + 1) as AccountId }),
        ),
      );
    await owner.pool.query('vacuum analyze');
    return await use(ledger, database, owner);
  } finally {
    await database.close();
    await owner.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const makeTip = (): SpendRequest => ({
  id: uuidv7(),
  kind: 'tip',
  from: (1 + below(VIEWERS)) as AccountId,
  to: (FIRST_MODEL + below(MODELS)) as AccountId,
  sharePercent: 60,
  amountTokens: 1 + below(50),
  note: { ref: { type: 'room', id: '17' } },
});

/** The rows of a batch of tips, written by one statement that decides nothing. */
const BARE = `
  with locked as (
    select account from bare_balances where account = any($1) order by account for update),
  written as (
    insert into bare_transfers (id, debit, credit, debit_tokens, credit_tokens, debit_number, debit_after,
      credit_number, credit_after, created_at, paid_from, kind, ref_type, ref_id)
    select id, debit, credit, tokens, tokens * 60 / 100, n, n, n, n, now(), n, 2, 'room', '17'
    from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality t(id, debit, credit, tokens, n)),
  changed as (
    update bare_balances b set posted = posted + 1, feed = feed + 1, version = version + 1
    where account in (select account from locked))
  insert into bare_batches (accounts, at) values ($1, now())`;

async function benchFloor(): Promise<BenchmarkResult> {
  return withLedger(async (_ledger, database, owner) => {
    await owner.pool.query(`
      create table bare_transfers (like ledger.transfers including all) partition by range (id);
      create table bare_transfers_all partition of bare_transfers default;
      create table bare_balances (like ledger.balances including all) with (fillfactor = 50);
      insert into bare_balances select * from ledger.balances;
      insert into bare_balances (account) select (n + ${FIRST_MODEL}) * 8 + 2 from generate_series(0, ${MODELS - 1}) n;
      create table bare_batches (like ledger.batches including all);
      grant select, insert, update on bare_transfers, bare_balances, bare_batches to public`);
    await owner.pool.query('vacuum analyze');
    const store = makeApplyStore(database);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let batch = 0; batch < BATCHES; batch++) {
      const tips = Array.from({ length: BATCH }, makeTip);
      const groups = tips.map((tip) => [toCommand({ type: 'spend', ...tip })]);
      const rows = tips.map(({ from, to }) => ({
        debit: accountOf(from, 'spending'),
        credit: accountOf(to as AccountId, 'earning'),
      }));
      const accounts = [...new Set(rows.flatMap(({ debit, credit }) => [debit, credit]))].toSorted(
        (a, b) => a - b,
      );
      const values = [
        accounts,
        tips.map(() => uuidv7()),
        rows.map(({ debit }) => debit),
        rows.map(({ credit }) => credit),
        tips.map(({ amountTokens }) => amountTokens),
      ];
      const runs: readonly (readonly [number[], () => Promise<unknown>])[] = [
        [ours, () => store.apply(groups)],
        [bare, () => database.pool.query({ name: 'bare', text: BARE, values })],
      ];
      // In turns, so that neither always comes after the other's checkpoint.
      for (const [times, run] of batch % 2 ? runs : runs.toReversed()) {
        const startedAt = performance.now();
        await run();
        times.push(performance.now() - startedAt);
      }
    }
    const [mine, floor] = [median(ours), median(bare)];
    return {
      figures: { microsecondsATip: Math.round((mine * 1_000) / BATCH) },
      reference: {
        what: `the same rows by one statement that decides nothing, batches of ${BATCH}, in turns`,
        microsecondsATip: Math.round((floor * 1_000) / BATCH),
        goal: 'at most 1.5 times the time, so a ratio of at least 0.67',
      },
      ratio: Math.round((floor / mine) * 100) / 100,
    };
  });
}

async function benchIntervals(): Promise<BenchmarkResult> {
  return withLedger(async (ledger) => {
    const holds: Uuid[] = [];
    for (let start = 0; start < SHOWS; start += 2_500) {
      const some = Array.from({ length: 2_500 }, (_, index) => ({
        id: uuidv7(),
        kind: 'private' as const,
        from: (start + index + 1) as AccountId,
        to: (FIRST_MODEL + below(MODELS)) as AccountId,
        sharePercent: 60,
        amountTokens: PRICE * 6,
        machine: `private:${start + index}`,
        expiresAt: Date.now() + 3_600_000,
      }));
      await Promise.all(some.map((hold) => ledger.hold(hold)));
      holds.push(...some.map(({ id }) => id));
    }
    const latencies: number[] = [];
    const raised = new Map<Uuid, number>();
    const running: Promise<void>[] = [];
    const capture = async (holdId: Uuid): Promise<void> => {
      const startedAt = performance.now();
      const total = (raised.get(holdId) ?? PRICE * 6) + PRICE;
      raised.set(holdId, total);
      const request = { id: uuidv7(), holdId, amountTokens: PRICE, raiseToTokens: total };
      const { status } = await ledger.capture(request);
      if (status !== 'applied') throw new Error(`a capture was ${status}`);
      latencies.push(performance.now() - startedAt);
    };
    const startedAt = performance.now();
    for (let sent = 0; sent < CAPTURES_PER_SECOND * CAPTURE_SECONDS;) {
      const due = Math.min(
        CAPTURES_PER_SECOND * CAPTURE_SECONDS,
        ((performance.now() - startedAt) / 1_000) * CAPTURES_PER_SECOND,
      );
      for (; sent < due; sent++) running.push(capture(holds[sent % SHOWS]!));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(running);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { findings } = await ledger.reconcile('recent');
    if (findings.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(findings[0])}`);
    latencies.sort((a, b) => a - b);
    return {
      figures: {
        p50: at(latencies, 0.5),
        // The goal is one for 99 of 100.
        p95: at(latencies, 0.99),
        capturesPerSecond: Math.round(latencies.length / seconds),
        shows: SHOWS,
      },
      reference: { what: `each show captured and raised every ${SHOWS / CAPTURES_PER_SECOND} s` },
    };
  });
}

export const benchmarks: readonly Benchmark[] = [
  { name: 'ledger-floor', goal: 0.67, run: benchFloor },
  { name: 'ledger-intervals', goal: { p50: 50, p95: 50 }, run: benchIntervals },
];
