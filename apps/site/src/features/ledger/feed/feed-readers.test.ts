import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { makeMetrics } from '#site/platform/metrics/index.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { type FeedReader, type FeedReaders, makeFeedReaders } from './feed-readers.ts';
import { watchReaders } from '../ledger-metrics.ts';
import { makeLedger } from '../make-ledger.ts';

const { database, owner } = await useTestDatabase();
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
await ledger.keepPartitionsAhead();

let people = 100;
const person = (): AccountId => ++people as AccountId;
const rich = async (): Promise<AccountId> => {
  const id = person();
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: id,
    amountTokens: 1_000_000,
  });
  return id;
};
const tip = (from: AccountId, to: AccountId, amountTokens: number) =>
  ledger.spend({ id: uuidv7(), kind: 'tip', from, to, amountTokens, sharePercent: 60 });

beforeAll(() =>
  owner.pool.query(
    'create table totals (reader text, receiver bigint, tokens bigint, primary key (reader, receiver))',
  ),
);
/** Adds up what each receiver was given, in the transaction of its cursor. */
const adder = (name: string, from: FeedReader['from'] = 'now'): FeedReader => ({
  name,
  from,
  concerns: ({ kind }) => kind !== 'media',
  async handle(receiver, items, transaction) {
    const tokens = items.reduce((sum, item) => sum + (item.event === 'earned' ? item.amountTokens : 0), 0);
    await sql`insert into totals as t (reader, receiver, tokens) values (${name}, ${receiver}, ${tokens})
      on conflict (reader, receiver) do update set tokens = t.tokens + excluded.tokens`.execute(transaction);
  },
});
const totalOf = async (reader: string, receiver: AccountId): Promise<number> => {
  const { rows } = await database.pool.query<{ tokens: number }>(
    'select tokens from totals where reader = $1 and receiver = $2',
    [reader, receiver],
  );
  return rows[0]?.tokens ?? 0;
};

const opened: FeedReaders[] = [];
const open = async (...readers: FeedReader[]): Promise<FeedReaders> => {
  const made = makeFeedReaders({ database, log: silentLog });
  opened.push(made);
  await made.start(readers);
  return made;
};
afterEach(() => Promise.all(opened.splice(0).map((readers) => readers.stop())));

test('every payment has its effect once, whether the reader was woken, looked by itself, or both (L22)', async () => {
  const readers = await open(adder('once'));
  const [payer, model] = [await rich(), person()];
  for (let i = 0; i < 30; i++) {
    await tip(payer, model, 10);
    if (i % 2 === 0) readers.wake([model]);
    if (i % 5 === 0) void readers.lookAll();
  }
  await eventually(async () => {
    await readers.lookAll();
    expect(await totalOf('once', model)).toBe(300);
  });
});

test('what was paid while nobody read is found by the next who does (L22)', async () => {
  const first = await open(adder('gap'));
  const [payer, model] = [await rich(), person()];
  await tip(payer, model, 1);
  await eventually(async () => {
    await first.lookAll();
    expect(await totalOf('gap', model)).toBe(1);
  });
  await first.stop();
  for (let i = 0; i < 150; i++) await tip(payer, model, 1);
  const second = await open(adder('gap'));
  await eventually(async () => {
    await second.lookAll();
    expect(await totalOf('gap', model)).toBe(151);
  });
});

test('a new reader begins with what comes, or with everything, as it chooses (L22)', async () => {
  const [payer, model] = [await rich(), person()];
  await tip(payer, model, 5);
  const readers = await open(adder('from_now'), adder('from_start', 'start'));
  await tip(payer, model, 2);
  await eventually(async () => {
    await readers.lookAll();
    expect(await totalOf('from_now', model)).toBe(2);
    expect(await totalOf('from_start', model)).toBe(7);
  });
});

test('two nodes that read the same feeds count nothing twice (L22)', async () => {
  const [a, b] = [await open(adder('two_nodes')), await open(adder('two_nodes'))];
  const payer = await rich();
  const models = Array.from({ length: 5 }, person);
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const model = models[index % models.length]!;
      await tip(payer, model, 1);
      (index % 2 ? a : b).wake([model]);
      (index % 3 ? a : b).wake([model]);
    }),
  );
  await eventually(async () => {
    await Promise.all([a.lookAll(), b.lookAll()]);
    for (const model of models) expect(await totalOf('two_nodes', model)).toBe(20);
  });
});

test('a feed whose effects fail stands still alone, undone, and goes on when they work again (L23)', async () => {
  let isBroken = true;
  const inner = adder('fragile');
  const [payer, bad, good] = [await rich(), person(), person()];
  const readers = await open({
    ...inner,
    async handle(receiver, items, transaction) {
      await inner.handle(receiver, items, transaction);
      if (receiver === bad && isBroken) throw new Error('on purpose');
    },
  });
  await tip(payer, bad, 3);
  await tip(payer, good, 4);
  await eventually(async () => {
    await readers.lookAll();
    expect(await totalOf('fragile', good)).toBe(4);
    expect(await readers.countFailures()).toBe(1);
  });
  const metrics = makeMetrics();
  const count = watchReaders(metrics, readers);
  await count();
  expect(await metrics.text()).toContain('\nklieg_reader_failures 1\n');
  expect(await totalOf('fragile', bad)).toBe(0);
  isBroken = false;
  await tip(payer, bad, 2);
  await database.pool.query('update ledger.reader_cursors set again_at = now() where again_at is not null');
  await eventually(async () => {
    await readers.lookAll();
    expect(await totalOf('fragile', bad)).toBe(5);
  });
  expect(await readers.countFailures()).toBe(0);
});

test('feeds with nothing that concerns a reader are passed by together, and what stands among it has its effect once (L22)', async () => {
  const handled = new Set<AccountId>();
  const inner = adder('choosy');
  const choosy: FeedReader = {
    ...inner,
    async handle(receiver, items, transaction) {
      handled.add(receiver);
      const tips = items.filter(({ kind }) => kind === 'tip');
      await inner.handle(receiver, tips, transaction);
    },
  };
  const [a, b] = [await open(choosy), await open(choosy)];
  const payer = await rich();
  const [quiet, loud] = [Array.from({ length: 6 }, person), Array.from({ length: 6 }, person)];
  const buy = (to: AccountId) =>
    ledger.spend({ id: uuidv7(), kind: 'media', from: payer, to, amountTokens: 3, sharePercent: 60 });
  for (let round = 0; round < 20; round++) {
    const looks = round % 3 === 0 ? [a.lookAll(), b.lookAll()] : [];
    await Promise.all([
      ...[...quiet, ...loud].map(buy),
      ...loud.filter((_, at) => (at + round) % 3 === 0).map((to) => tip(payer, to, 10)),
      ...looks,
    ]);
  }
  const cursors = async () => {
    const { rows } = await database.pool.query<{ behind: number }>(
      `select b.feed - coalesce(c.number, 0) behind from ledger.balances b
       left join ledger.reader_cursors c on c.account = b.account and c.reader = 'choosy'
       where b.account = any($1)`,
      [[...quiet, ...loud].map((one) => one * 8 + 2)],
    );
    return rows.map(({ behind }) => behind);
  };
  await eventually(async () => {
    await Promise.all([a.lookAll(), b.lookAll()]);
    expect(new Set(await cursors())).toEqual(new Set([0]));
  });
  expect(await Promise.all(loud.map((one) => totalOf('choosy', one)))).toEqual(
    loud.map(
      (_, at) =>
        Array.from({ length: 20 }, (__, round) => (at + round) % 3).filter((n) => n === 0).length * 10,
    ),
  );
  // One purchase for each, so that nothing overtakes it.
  handled.clear();
  await Promise.all(quiet.map(buy));
  await eventually(async () => {
    await Promise.all([a.lookAll(), b.lookAll()]);
    expect(new Set(await cursors())).toEqual(new Set([0]));
  });
  expect(handled).toEqual(new Set());
});

test('cursors stay right where a dump is restored into a server that counts transactions from the start (L22)', async () => {
  const [payer, model] = [await rich(), person()];
  const before = await open(adder('restored'));
  await tip(payer, model, 1);
  await eventually(async () => {
    await before.lookAll();
    expect(await totalOf('restored', model)).toBe(1);
  });
  await before.stop();
  await tip(payer, model, 2);
  for (const table of ['batches', 'reader_positions'])
    await owner.pool.query(
      `update ledger.${table} set xid = (xid::text::bigint + 1000000)::text::xid8 where xid <> '0'`,
    );
  const after = await open(adder('restored'));
  await tip(payer, model, 4);
  await eventually(async () => {
    await after.lookAll();
    expect(await totalOf('restored', model)).toBe(7);
  });
});

test('batches are dropped a day after every reader has seen them (L22)', async () => {
  const readers = await open(adder('pruned'));
  const [payer, model] = [await rich(), person()];
  await tip(payer, model, 1);
  await eventually(async () => {
    await readers.lookAll();
    expect(await totalOf('pruned', model)).toBe(1);
  });
  const count = async () => (await database.pool.query('select 1 from ledger.batches')).rowCount;
  await readers.prune();
  expect(await count()).toBeGreaterThan(0);
  await owner.pool.query(`update ledger.batches set at = now() - interval '25 hours'`);
  // Readers of other tests have stopped; only what they too have passed may go.
  await database.pool.query(`update ledger.reader_positions set xid = (select max(xid) from ledger.batches)`);
  await readers.prune();
  expect(await count()).toBe(0);
});
