import { silentLog } from '@klieg/kernel';
import { sql } from 'kysely';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeMetrics } from '../metrics/index.ts';
import type { Transaction } from '../postgres/index.ts';
import { useTestDatabase } from '../postgres/testing.ts';
import { fact, when } from './fact.ts';
import { watchOutbox } from './outbox-metrics.ts';
import { type FactReader, makeOutbox, type Outbox } from './outbox.ts';

const { database, owner } = await useTestDatabase();
const happened = fact<{ readonly n: number }>('test.happened');
const other = fact<{ readonly n: number }>('test.other');

const run = (statement: string) => owner.pool.query(statement);
const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>) =>
  database.kysely.transaction().execute(work);
const opened: Outbox[] = [];
const open = () => {
  const outbox = makeOutbox({ database, log: silentLog });
  opened.push(outbox);
  return outbox;
};
const effects = async (): Promise<number[]> =>
  (await database.pool.query<{ n: number }>('select n from effects order by place')).rows.map(({ n }) => n);
/** Keeps what it is given, in the transaction of its place. */
const keeper = (name: string): FactReader => ({
  name,
  on: [
    when(happened, async ({ n }, transaction) => {
      await sql`insert into effects (n) values (${n})`.execute(transaction);
    }),
  ],
});

beforeAll(() => run('create table effects (place bigint generated always as identity, n int)'));
beforeEach(async () => {
  await run('truncate effects');
  await run('delete from outbox_failures');
  await run('delete from outbox');
  await run('delete from outbox_readers');
});
afterEach(() => Promise.all(opened.splice(0).map((outbox) => outbox.stop())));

test('a fact has its effect once, in the order in which the facts were committed', async () => {
  const outbox = open();
  await outbox.start([keeper('once')]);
  for (const n of [1, 2, 3]) await inTransaction((transaction) => outbox.add(transaction, happened, { n }));
  await eventually(async () => {
    outbox.nudge();
    expect(await effects()).toEqual([1, 2, 3]);
  });
  await outbox.drained();
  expect(await effects()).toEqual([1, 2, 3]);
});

test('what was rolled back never happened', async () => {
  const outbox = open();
  await outbox.start([keeper('rolled_back')]);
  const failing = inTransaction(async (transaction) => {
    await outbox.add(transaction, happened, { n: 1 });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await inTransaction((transaction) => outbox.add(transaction, happened, { n: 2 }));
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([2]);
  });
});

test('a fact of a transaction that began earlier and ends later is not passed over', async () => {
  const outbox = open();
  await outbox.start([keeper('late')]);
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = inTransaction(async (transaction) => {
    await outbox.add(transaction, happened, { n: 1 });
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;
  await inTransaction((transaction) => outbox.add(transaction, happened, { n: 2 }));
  await outbox.drained();
  // The later one waits, since nobody knows yet what the earlier one will have written.
  expect(await effects()).toEqual([]);
  gate.resolve();
  await slow;
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([1, 2]);
  });
});

test('each reader has a place of its own, and gets only what it asked for', async () => {
  const outbox = open();
  await outbox.start([keeper('first'), keeper('second')]);
  await inTransaction(async (transaction) => {
    await outbox.add(transaction, other, { n: 7 });
    await outbox.add(transaction, happened, { n: 1 });
  });
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([1, 1]);
  });
});

test('an effect that fails is undone and tried again alone, while later facts go on', async () => {
  const outbox = open();
  let isBroken = true;
  await outbox.start([
    {
      name: 'fragile',
      on: [
        when(happened, async ({ n }, transaction) => {
          await sql`insert into effects (n) values (${n})`.execute(transaction);
          if (n === 1 && isBroken) throw new Error('on purpose');
        }),
      ],
    },
  ]);
  await inTransaction((transaction) => outbox.add(transaction, happened, { n: 1 }));
  await inTransaction((transaction) => outbox.add(transaction, happened, { n: 2 }));
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([2]);
  });
  const metrics = makeMetrics();
  const count = watchOutbox(metrics, outbox);
  await count();
  expect(await metrics.text()).toContain('\nklieg_fact_failures 1\n');
  isBroken = false;
  await run('update outbox_failures set again_at = now()');
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([2, 1]);
  });
  await count();
  expect(await metrics.text()).toContain('\nklieg_fact_failures 0\n');
});

test('two nodes that read at once give a fact to one of them', async () => {
  const [a, b] = [open(), open()];
  await a.start([keeper('shared')]);
  await b.start([keeper('shared')]);
  for (let n = 1; n <= 40; n++) {
    await inTransaction((transaction) => a.add(transaction, happened, { n }));
    a.nudge();
    b.nudge();
  }
  await eventually(async () => {
    await Promise.all([a.drained(), b.drained()]);
    expect(await effects()).toHaveLength(40);
  });
  expect(await effects()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('facts are given in the order of their transactions also where the numbers of these grow by a digit', async () => {
  const outbox = open();
  await outbox.start([keeper('digits')]);
  await run(`update outbox_readers set xid = '90', seq = 0`);
  await run(`insert into outbox (xid, name, payload)
    select xid::text::xid8, 'test.happened', jsonb_build_object('n', xid) from generate_series(98, 101) xid`);
  await outbox.drained();
  expect(await effects()).toEqual([98, 99, 100, 101]);
  await outbox.drained();
  expect(await effects()).toHaveLength(4);
});

test('a reader goes past facts that it does not act on, and misses none of its own among them', async () => {
  const [a, b] = [open(), open()];
  const quiet: FactReader = { name: 'quiet', on: [when(other, () => Promise.reject(new Error('never')))] };
  for (const outbox of [a, b]) await outbox.start([keeper('mixed'), quiet]);
  const places = async () => {
    const { rows } = await database.pool.query<{ left: number }>(
      `select (select count(*)::int from outbox o where (o.xid, o.seq) > (r.xid, r.seq)) as left
       from outbox_readers r order by reader`,
    );
    return rows.map(({ left }) => left);
  };
  for (let n = 1; n <= 20; n++) {
    await inTransaction((transaction) => a.add(transaction, happened, { n }));
    (n % 2 ? a : b).nudge();
  }
  await eventually(async () => expect(await places()).toEqual([0, 0]));
  expect(await effects()).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  await inTransaction((transaction) => a.add(transaction, other, { n: 1 }));
  await eventually(async () => {
    await a.drained();
    expect(await a.countFailures()).toBe(1);
  });
});

test('a reader that stops goes on where it was, and a new one begins with what comes', async () => {
  const first = open();
  await first.start([keeper('goes_on')]);
  await inTransaction((transaction) => first.add(transaction, happened, { n: 1 }));
  await eventually(async () => {
    await first.drained();
    expect(await effects()).toEqual([1]);
  });
  await first.stop();
  await inTransaction((transaction) => first.add(transaction, happened, { n: 2 }));
  // What another transaction of the server is older than counts as still to come.
  await eventually(async () => {
    const { rows } = await run('select 1 from outbox where xid >= pg_snapshot_xmin(pg_current_snapshot())');
    expect(rows).toEqual([]);
  });
  const second = open();
  await second.start([keeper('goes_on'), keeper('new_here')]);
  await inTransaction((transaction) => second.add(transaction, happened, { n: 3 }));
  await eventually(async () => {
    await second.drained();
    expect((await effects()).toSorted()).toEqual([1, 2, 3, 3]);
  });
});

test('places stay right where a dump is restored into a server that counts transactions from the start', async () => {
  const before = open();
  await before.start([keeper('restored')]);
  await inTransaction((transaction) => before.add(transaction, happened, { n: 1 }));
  await eventually(async () => {
    await before.drained();
    expect(await effects()).toEqual([1]);
  });
  await before.stop();
  await inTransaction((transaction) => before.add(transaction, happened, { n: 2 }));
  // As if the numbers came from a server that was far ahead.
  await run(`update outbox set xid = (xid::text::bigint + 1000000)::text::xid8`);
  await run(`update outbox_readers set xid = (xid::text::bigint + 1000000)::text::xid8`);
  const after = open();
  await after.start([keeper('restored')]);
  await inTransaction((transaction) => after.add(transaction, happened, { n: 3 }));
  await eventually(async () => {
    await after.drained();
    expect(await effects()).toEqual([1, 2, 3]);
  });
});

test('facts are dropped a day after every reader had them', async () => {
  const outbox = open();
  await outbox.start([keeper('pruned')]);
  await inTransaction((transaction) => outbox.add(transaction, happened, { n: 1 }));
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([1]);
  });
  await inTransaction((transaction) => outbox.add(transaction, happened, { n: 2 }));
  await eventually(async () => {
    await outbox.drained();
    expect(await effects()).toEqual([1, 2]);
  });
  await outbox.prune();
  expect((await run('select 1 from outbox')).rowCount).toBe(2);
  await run(`update outbox set happened_at = now() - interval '25 hours'`);
  await outbox.prune();
  expect((await run('select 1 from outbox')).rowCount).toBe(1);
});
