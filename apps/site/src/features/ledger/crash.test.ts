import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { howMany } from '@klieg/testing/run-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assertDurable,
  type Database,
  type EmbeddedPostgres,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
} from '../../platform/postgres/index.ts';
import { makeLedger } from './make-ledger.ts';

const ROUNDS = howMany(1, 3);
const PROGRESS_LINES = howMany(500, 1_500);
const folder = mkdtempSync(join(tmpdir(), 'klieg-crash-'));
const ackFile = join(folder, 'acknowledged');
const migrations = fileURLToPath(new URL('../../../../../migrations', import.meta.url));
const program = fileURLToPath(new URL('./testing-crash-load.ts', import.meta.url));

let server: EmbeddedPostgres;
let database: Database;
let load: ChildProcess | undefined;

async function start(): Promise<void> {
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  database = openDatabase(server.connection);
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  writeFileSync(ackFile, '');
  await start();
  await assertDurable(database);
  await migrate(server.connection, migrations);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  const purchase = { kind: 'purchase', source: 'billers', amountTokens: 20_000 } as const;
  const viewers = Array.from({ length: 200 }, (_, index) => (index + 1) as AccountId);
  await Promise.all(viewers.map((to) => ledger.credit({ ...purchase, id: uuidv7(), to })));
});

afterAll(async () => {
  load?.kill('SIGKILL');
  await database?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const acknowledged = (): string[] => readFileSync(ackFile, 'utf8').split('\n').slice(0, -1);

function startLoad(): ChildProcess {
  const argv = [program, JSON.stringify(server.connection), ackFile];
  load = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  return load;
}

async function waitForProgress(): Promise<void> {
  const before = acknowledged().length;
  await eventually(() => expect(acknowledged().length).toBeGreaterThan(before + PROGRESS_LINES));
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function killServer(): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.exited;
  await database.close();
  await start();
}

async function verify(): Promise<void> {
  // A killed node's last batch may still be running on the server.
  await eventually(async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where query like '%ledger.apply%' and state = 'active' and pid <> pg_backend_pid()",
    );
    expect(rows).toEqual([]);
  });
  const lines = acknowledged().map((line) => line.split(' '));
  const applied = lines.filter(([, , status]) => status === 'applied').map(([, id]) => id);
  expect(new Set(applied).size).toBe(applied.length);

  const moved = lines.filter(([what]) => what === 'tip' || what === 'post');
  const lost = await database.pool.query(
    `select a.id from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) a(id, payer, receiver, tokens)
       left join ledger.transfers t on t.id = a.id and t.debit = a.payer * 8 + 1 and t.credit = a.receiver * 8 + 2
         and t.debit_tokens = a.tokens
     where t.id is null`,
    [moved.map(([, id]) => id), moved.map((w) => w[3]), moved.map((w) => w[4]), moved.map((w) => w[5])],
  );
  expect(lost.rows).toEqual([]);

  const ids = (word: string): (string | undefined)[] =>
    lines.filter(([what]) => what === word).map(([, id]) => id);
  const lostHolds = await database.pool.query(
    `select a.id from unnest($1::uuid[]) a(id) left join ledger.holds h on h.id = a.id where h.id is null
     union all
     select a.id from unnest($2::uuid[]) a(id) left join ledger.holds h on h.id = a.id and h.state = 3 where h.id is null`,
    [ids('hold'), ids('void')],
  );
  expect(lostHolds.rows).toEqual([]);

  const { rows } = await database.pool.query('select sum(amount)::bigint sum from ledger.entries');
  expect(rows).toEqual([{ sum: 0 }]);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  expect((await ledger.reconcile('all')).findings).toEqual([]);
}

test('kills of node and of the database in mid-load lose nothing acknowledged and double nothing L18', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = startLoad();
    await waitForProgress();
    await kill(victim);
    await verify();

    const survivor = startLoad();
    await waitForProgress();
    await killServer();
    // The load outlives the server: what it had sent is sent again and is applied at most once.
    await waitForProgress();
    expect(survivor.exitCode).toBeNull();
    await kill(survivor);
    await verify();
  }
});
