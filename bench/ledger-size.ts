import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '../packages/kernel/src/index.ts';
import { accountOf } from '../apps/site/src/features/ledger/accounts.ts';
import { feedQuery } from '../apps/site/src/features/ledger/feed/feed-store.ts';
import { entriesQuery } from '../apps/site/src/features/ledger/reads/history-store.ts';
import { type Ledger, makeLedger } from '../apps/site/src/features/ledger/make-ledger.ts';
import {
  type Database,
  openDatabase,
  prepareDatabase,
  startEmbeddedPostgres,
} from '../apps/site/src/platform/postgres/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

/* A ledger of five years: 61 monthly partitions and ten million payments, read and written as pages do. */

const MONTHS_BACK = 57;
const VIEWERS = 20_000;
const MODELS = 1_000;
const FIRST_MODEL = 1_000_000;
/** Of payments; must be a multiple of the number of viewers. */
const PAYMENTS = Number(process.env['LEDGER_PAYMENTS'] ?? 10_000_000);
const CHUNK = 200_000;
const PRICE = 10;
const SHARE = 6;
const READS = 400;
const SPENDS = 300;
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

const below = (limit: number): number => Math.floor(Math.random() * limit);
const viewerAt = (index: number) => (1 + index) as AccountId;
const modelAt = (index: number) => (FIRST_MODEL + index) as AccountId;

const PARTITIONS = `
  do $$
  declare
    name text;
    part text;
    month timestamptz;
  begin
    foreach name in array array['transfers', 'legs', 'holds'] loop
      for part in select inhrelid::regclass::text from pg_inherits where inhparent = format('ledger.%I', name)::regclass
      loop execute 'drop table ' || part; end loop;
      for month in select generate_series(date_trunc('month', now()) - interval '${MONTHS_BACK} months',
        date_trunc('month', now()) + interval '3 months', interval '1 month')
      loop
        execute format('create table ledger.%I partition of ledger.%I for values from (%L) to (%L)',
          name || to_char(month, '_YYYY_MM'), name, ledger.uuid_floor(month), ledger.uuid_floor(month + interval '1 month'));
      end loop;
    end loop;
  end $$`;

/* Everybody pays in turn, so numbers and balances follow from a payment's place. */
const PAYMENTS_SQL = `
  insert into ledger.transfers (id, debit, credit, debit_tokens, credit_tokens, debit_number, debit_after,
    credit_number, credit_after, created_at, paid_from, kind, ref_type, ref_id)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid,
    viewer * 8 + 1, model * 8 + 2, ${PRICE}, ${SHARE}, turn + 1, $4::bigint - turn * ${PRICE}, model_turn,
    model_turn * ${SHARE}, at, (turn - 1) * ${PRICE}, 2, 'room', '17'
  from (
    select i, 1 + i::bigint * 7919 % ${VIEWERS} as viewer, ${FIRST_MODEL} + i::bigint * 613 % ${MODELS} as model,
      (i - 1) / ${VIEWERS} + 1 as turn, (i - 1) / ${MODELS} + 1 as model_turn,
      $3::timestamptz + (now() - interval '1 minute' - $3::timestamptz) * (i::float8 / ${PAYMENTS}) as at
    from generate_series($1::int, $2::int) i) paid`;

async function fill(owner: Database): Promise<void> {
  const from = `date_trunc('month', now()) - interval '${MONTHS_BACK} months' + interval '21 days'`;
  const { rows } = await owner.pool.query<{ start: Date }>(`select ${from} as start`);
  const turns = PAYMENTS / VIEWERS;
  const bought = turns * PRICE + 1_000_000;
  await owner.pool.query(
    `insert into ledger.transfers (id, debit, credit, debit_tokens, credit_tokens, credit_number, credit_after,
       created_at, kind)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70009'
         || lpad(to_hex(v), 15, '0'))::uuid, 2, v * 8 + 1, $2, $2, 1, $2, at, 1
     from (select v, $1::timestamptz - interval '20 days' * (v::float8 / ${VIEWERS}) as at
       from generate_series(1::bigint, ${VIEWERS}) v) bought`,
    [rows[0]!.start, bought],
  );
  for (let first = 1; first <= PAYMENTS; first += CHUNK)
    await owner.pool.query(PAYMENTS_SQL, [
      first,
      Math.min(PAYMENTS, first + CHUNK - 1),
      rows[0]!.start,
      bought,
    ]);
  await owner.pool.query(
    `insert into ledger.lots (account, lo, hi, transfer_id, cents)
       select credit, 0, credit_tokens, id, 100 from ledger.transfers where kind = 1`,
  );
  await owner.pool.query(
    `insert into ledger.balances (account, posted, feed, version, paid_in, paid_out)
     select v * 8 + 1, $1::bigint - ${turns * PRICE}, ${turns + 1}, ${turns + 1}, $1, ${turns * PRICE}
       from generate_series(1::bigint, ${VIEWERS}) v
     union all select m * 8 + 2, ${(PAYMENTS / MODELS) * SHARE}, ${PAYMENTS / MODELS}, ${PAYMENTS / MODELS}, 0, 0
       from generate_series(${FIRST_MODEL}::bigint, ${FIRST_MODEL + MODELS - 1}) m`,
    [bought],
  );
  await owner.pool.query(
    `update ledger.balances b set spent_day = (now() at time zone 'UTC')::date, spent = t.spent
     from (select debit, sum(debit_tokens)::bigint spent from ledger.transfers
       where kind = 2 and id >= ledger.uuid_floor(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
       group by debit) t
     where b.account = t.debit`,
  );
  await owner.pool.query('vacuum analyze');
}

const p99 = (times: readonly number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]! * 10) / 10;
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/** Before they are measured, connections have planned what they ask. */
const WARM_UP = 60;

/** Milliseconds of each of many calls, one after the other. */
async function timesOf(count: number, act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
  }
  return times;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Pages of the database that a statement reads. @throws Error where it reads a table from end to end */
async function buffersOf(database: Database, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [...values],
  );
  const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
  // The planner rightly reads an empty partition so.
  const scan = nodesOf(plan).find(
    (node) =>
      node['Node Type'] === 'Seq Scan' && node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) > 100,
  );
  if (scan) throw new Error(`${scan['Relation Name']} is read from end to end`);
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

const spendOnce = (ledger: Ledger) =>
  ledger.spend({
    id: uuidv7(),
    kind: 'tip',
    from: viewerAt(below(VIEWERS)),
    to: modelAt(below(MODELS)),
    sharePercent: 60,
    amountTokens: 10,
  });

async function measure(big: Database, small: Database): Promise<BenchmarkResult> {
  const parts = { clock: systemClock, log: silentLog };
  const ledger = makeLedger({ ...parts, database: big });
  const reference = makeLedger({ ...parts, database: small });
  const purchase = { kind: 'purchase', source: 'billers', amountTokens: 1_000_000 } as const;
  for (let start = 0; start < VIEWERS; start += 5_000)
    await Promise.all(
      Array.from({ length: 5_000 }, (_, index) =>
        reference.credit({ ...purchase, id: uuidv7(), to: viewerAt(start + index) }),
      ),
    );
  const spends: number[] = [];
  const references: number[] = [];
  for (let turn = 0; turn < SPENDS; turn++) {
    references.push(...(await timesOf(1, () => spendOnce(reference))));
    spends.push(...(await timesOf(1, () => spendOnce(ledger))));
  }
  const readsOf = async (act: () => Promise<unknown>) => {
    await timesOf(WARM_UP, act);
    return timesOf(READS, act);
  };
  const history = await readsOf(() => ledger.historyOf(viewerAt(below(VIEWERS)), { limit: 30 }));
  const earned = await readsOf(() =>
    ledger.historyOf(modelAt(below(MODELS)), { purse: 'earning', limit: 30 }),
  );
  const feed = await readsOf(async () => {
    const model = modelAt(below(MODELS));
    return ledger.feedAfter(model, (await ledger.feedNumberOf(model)) - 50);
  });
  const recent = await readsOf(() =>
    ledger.recentSpendTo(viewerAt(below(VIEWERS)), modelAt(below(MODELS)), Date.now() - 3_600_000),
  );
  const { rows } = await big.pool.query<{ oldest: string }>(
    "select ledger.uuid_floor(now() - interval '31 days') as oldest",
  );
  const oldest = rows[0]!.oldest;
  const viewer = entriesQuery(accountOf(viewerAt(5), 'spending'), { limit: 30 }, oldest as never);
  const model = accountOf(modelAt(5), 'earning');
  const number = await ledger.feedNumberOf(modelAt(5));
  const buffers = {
    history_buffers: await buffersOf(big, viewer.text, viewer.values),
    feed_buffers: await buffersOf(big, feedQuery(true), [model, number - 50, 100, oldest]),
    recent_spend_buffers: await buffersOf(big, 'select ledger.recent_spend($1, $2, $3)', [
      accountOf(viewerAt(5), 'spending'),
      model,
      new Date(Date.now() - 3_600_000),
    ]),
  };
  const secondsOf = async (scope: 'recent' | 'all') => {
    const startedAt = performance.now();
    const { findings } = await ledger.reconcile(scope);
    if (findings.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(findings[0])}`);
    return Math.round((performance.now() - startedAt) / 100) / 10;
  };
  return {
    figures: {
      payments: PAYMENTS,
      partitions: MONTHS_BACK + 4,
      history_p99_ms: p99(history),
      earned_history_p99_ms: p99(earned),
      feed_p99_ms: p99(feed),
      recent_spend_p99_ms: p99(recent),
      ...buffers,
      spend_ms: Math.round(median(spends) * 100) / 100,
      // The nightly one is where the others go on from.
      whole_reconcile_s: await secondsOf('all'),
      recent_reconcile_s: await secondsOf('recent'),
    },
    reference: {
      spend_with_4_partitions_ms: Math.round(median(references) * 100) / 100,
      method: 'the same spend in turns, in an empty ledger with 4 partitions on the same server; medians',
    },
    ratio: Math.round((median(references) / median(spends)) * 100) / 100,
  };
}

async function run(): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  const opened: Database[] = [];
  const open = (connection: Parameters<typeof openDatabase>[0]) => {
    const database = openDatabase(connection);
    opened.push(database);
    return database;
  };
  try {
    await prepareDatabase(server, migrations);
    const owner = open({ ...server.owner, max: 1 });
    // The same tables once more, for the small one: copied before the large one is filled.
    const admin = open({ ...server.owner, database: 'postgres', max: 1 });
    await owner.close();
    opened.splice(opened.indexOf(owner), 1);
    await admin.pool.query(`create database small template ${server.owner.database}`);
    const filling = open({ ...server.owner, max: 1 });
    await filling.pool.query(PARTITIONS);
    await fill(filling);
    return await measure(
      open({ ...server.connection, max: 4 }),
      open({ ...server.connection, database: 'small', max: 4 }),
    );
  } finally {
    await Promise.all(opened.map((database) => database.close()));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benchmarks: readonly Benchmark[] = [
  // A spend at most 1.2 times as long as with four partitions.
  { name: 'ledger-size', goal: 0.83, run },
];
