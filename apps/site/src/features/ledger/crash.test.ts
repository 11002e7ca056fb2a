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
  prepareDatabase,
  openDatabase,
  startEmbeddedPostgres,
} from '../../platform/postgres/index.ts';
import { makeLedger } from './make-ledger.ts';
import { recount } from './reconcile/testing-recount.ts';

const ROUNDS = howMany(1, 100);
const PROGRESS_LINES = howMany(1_500, 3_500);
/** A million of them, each round looked at whole. */
const TIMEOUT_MS = howMany(300_000, 14_400_000);
const folder = mkdtempSync(join(tmpdir(), 'klieg-crash-'));
const ackFile = join(folder, 'acknowledged');
const migrations = fileURLToPath(new URL('../../../../../migrations', import.meta.url));
const program = fileURLToPath(new URL('./testing-crash-load.ts', import.meta.url));

let server: EmbeddedPostgres;
let database: Database;
let load: ChildProcess | undefined;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  writeFileSync(ackFile, '');
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  database = openDatabase(server.connection);
  await assertDurable(database);
  await prepareDatabase(server, migrations);
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

/** Resolves when the server, which is started again by itself, answers. */
async function killServer(): Promise<void> {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(server.pid).not.toBe(pid));
  await eventually(() => database.pool.query('select 1'));
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

  const made = lines.filter(([what]) => what === 'made').map(([, id]) => id);
  const lostMoves = await database.pool.query(
    'select a.id from unnest($1::uuid[]) a(id) left join ledger.transfers t on t.id = a.id where t.id is null',
    [made],
  );
  expect(lostMoves.rows).toEqual([]);

  const ids = (word: string): (string | undefined)[] =>
    lines.filter(([what]) => what === word).map(([, id]) => id);
  const lostHolds = await database.pool.query(
    `select a.id from unnest($1::uuid[]) a(id) left join ledger.holds h on h.id = a.id where h.id is null
     union all
     select a.id from unnest($2::uuid[]) a(id) left join ledger.holds h on h.id = a.id and h.state = 3 where h.id is null`,
    [ids('hold'), ids('void')],
  );
  expect(lostHolds.rows).toEqual([]);

  const { rows } = await database.pool.query(`select (select sum(posted) from ledger.balances)
       + (select sum(amount) from ledger.entries where account < 8) = 0 is_even`);
  expect(rows).toEqual([{ is_even: true }]);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  expect((await ledger.reconcile('all')).findings).toEqual([]);
  expect(recount(server.owner)).toMatch(/everything adds up$/);
}

test(
  'kills of node and of the database in mid-load lose nothing acknowledged and double nothing L18',
  async () => {
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
  },
  TIMEOUT_MS,
);

test('whoever adds it up from outside finds what was changed behind the ledger’s back L16', async () => {
  expect(recount(server.owner)).toMatch(/everything adds up$/);
  const owner = openDatabase({ ...server.owner, max: 1 });
  try {
    // Somebody who still has bought tokens; a place further among those that are void anyway would change nothing.
    const { rows } = await owner.pool.query<{ account: number }>(
      'select account from ledger.balances where account % 8 = 1 and posted > promo order by account limit 1',
    );
    const { account } = rows[0]!;
    for (const [plant, mend, finding] of [
      ['posted = posted + 1', 'posted = posted - 1', 'has .* instead of'],
      ['owed = owed + 1', 'owed = owed - 1', 'owes'],
      ['paid_out = paid_out + 1000000000', 'paid_out = paid_out - 1000000000', 'are left'],
    ] as const) {
      await owner.pool.query(`update ledger.balances set ${plant} where account = ${account}`);
      expect(recount(server.owner)).toMatch(new RegExp(`\\b${account}\\b ${finding}`, 'u'));
      await owner.pool.query(`update ledger.balances set ${mend} where account = ${account}`);
    }
  } finally {
    await owner.close();
  }
});
