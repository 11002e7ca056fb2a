import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makeFeedReaders } from '../ledger/feed/feed-readers.ts';
import { makeLedger } from '../ledger/make-ledger.ts';
import { makeEarnedWeeks, weekOf } from './earned-week-store.ts';

const { database } = await useTestDatabase();
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
await ledger.keepPartitionsAhead();
const earnedWeeks = makeEarnedWeeks(database);
const readers = makeFeedReaders({ database, log: silentLog });
await readers.start([earnedWeeks.feedReader]);
afterAll(() => readers.stop());

const { rows: people } = await sql<{ id: AccountId }>`
  insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
  select 'earner_' || i, 'earner', 'earner_' || i || '@example.org', '', 'f', 'model', '1990-01-01'
  from generate_series(1, 4) i returning id`.execute(database.kysely);
const [payer, first, second, gifted] = people.map(({ id }) => id) as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
];

test('a week begins on Monday in UTC', () => {
  expect(weekOf(Date.UTC(2026, 10, 23))).toBe('2026-11-23');
  expect(weekOf(Date.UTC(2026, 10, 29, 23, 59))).toBe('2026-11-23');
  expect(weekOf(Date.UTC(2026, 10, 22, 23, 59))).toBe('2026-11-16');
  expect(weekOf(Date.UTC(2027, 0, 1))).toBe('2026-12-28');
});

test('what performers earned is counted once by its week, and goes back with a refund (BROWSE-034)', async () => {
  await ledger.credit({ id: uuidv7(), kind: 'purchase', source: 'billers', to: payer, amountTokens: 1_000 });
  const tip = async (to: AccountId, amountTokens: number) => {
    const id = uuidv7();
    await ledger.spend({ id, kind: 'tip', from: payer, to, amountTokens, sharePercent: 60 });
    return id;
  };
  await tip(first, 100);
  const refunded = await tip(second, 200);
  await tip(first, 50);
  const week = weekOf(Date.now());
  // A transaction of another database on the same server may hold up what is read for a moment.
  const readAll = async () => {
    await readers.lookAll();
    return earnedWeeks.read(week);
  };
  const both = new Map([
    [first, 90],
    [second, 120],
  ]);
  await eventually(async () => expect(await readAll()).toEqual(both));
  await ledger.refund({ id: uuidv7(), transferId: refunded, kind: 'refund', amountTokens: 200 });
  await eventually(async () => expect(await readAll()).toEqual(new Map([[first, 90]])));
  expect(await readAll()).toEqual(new Map([[first, 90]]));
});

test('weeks of long ago are dropped, those that lists show stay', async () => {
  await sql`insert into earned_weeks (account_id, week, tokens)
    select ${gifted}, date_trunc('week', now() at time zone 'utc')::date - 7 * n, 5 from generate_series(0, 12) n`.execute(
    database.kysely,
  );
  await earnedWeeks.prune();
  const { rows } = await sql<{ weeks: number }>`
    select count(*)::int weeks from earned_weeks where account_id = ${gifted}`.execute(database.kysely);
  expect(rows[0]!.weeks).toBe(10);
});
