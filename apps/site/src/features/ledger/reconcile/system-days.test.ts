import { type Clock, silentLog, uuidv7 } from '@klieg/kernel';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { makeFeedReaders } from '../feed/feed-readers.ts';
import { makeSystemDaysStore } from './system-days-store.ts';
import { useTestLedger } from '../testing-ledger.ts';

const clock: Clock & { ms: number } = { ms: Date.parse('2026-11-20T23:59:00Z'), now: () => clock.ms };
const { ledger, database, owner, newPerson, newBuyer } = await useTestLedger(clock);
const days = makeSystemDaysStore(database);

/** Sums by account and day, from the transfers themselves. */
const sumOf = async (day: string) => {
  const { rows } = await owner.pool.query<{ account: number; change: number }>(
    `select account, sum(amount)::bigint change from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
     where account < 8 and (t.created_at at time zone 'UTC')::date = $1 group by account order by account`,
    [day],
  );
  return rows;
};
const foldedOf = async (day: string) => {
  const { rows } = await owner.pool.query(
    'select account, change from ledger.system_days where day = $1 and change <> 0 order by account',
    [day],
  );
  return rows;
};

const playDay = async () => {
  const [viewer, model] = [await newBuyer(500), newPerson()];
  for (const amountTokens of [100, 33])
    await ledger.spend({
      id: uuidv7(),
      kind: 'tip',
      from: viewer,
      to: model,
      sharePercent: 60,
      amountTokens,
    });
  const cents = { id: uuidv7(), kind: 'purchase', amountCents: 5_000 } as const;
  await ledger.money({ ...cents, from: { name: 'receivable', of: 1 }, to: { name: 'unspent' } });
};

test('the system’s accounts by day are the sums of what was written on it, counted once on two nodes (L29)', async () => {
  await playDay();
  const first = utcDayOf(clock.ms);
  // A minute later it is another day.
  clock.ms += 120_000;
  await playDay();
  await eventually(async () => {
    await Promise.all([days.fold(), makeSystemDaysStore(database).fold()]);
    // Batches wait while an older transaction runs, also one of another database of this server.
    expect(await foldedOf(utcDayOf(clock.ms))).toEqual(await sumOf(utcDayOf(clock.ms)));
  });
  for (const day of [first, utcDayOf(clock.ms)]) {
    expect((await sumOf(day)).length).toBeGreaterThan(3);
    expect(await foldedOf(day)).toEqual(await sumOf(day));
  }
  expect(await days.read(first)).toContainEqual({
    holder: { money: 'receivable', of: 1 },
    change: -5_000,
    balance: -5_000,
  });
  expect(await days.read(utcDayOf(clock.ms))).toContainEqual({
    holder: { money: 'unspent', of: 0 },
    change: 5_000,
    balance: 10_000,
  });
  expect(await days.read(utcDayOf(clock.ms + DAY_MS))).toContainEqual({
    holder: { system: 'billers' },
    change: 0,
    balance: -1_000,
  });
});

test('nothing is lost or counted twice when the database was restored into another server (L29)', async () => {
  await playDay();
  // As on a server whose transactions are far behind: what is there seems to come from the future.
  await owner.pool.query(`update ledger.batches set xid = (xid::text::bigint + 1000000)::text::xid8;
    update ledger.reader_positions set xid = (xid::text::bigint + 1000000)::text::xid8`);
  const readers = makeFeedReaders({ database, log: silentLog });
  await readers.start([]);
  await readers.stop();
  const { rows: written } = await owner.pool.query(
    'select account, sum(amount)::bigint change from ledger.entries where account < 8 group by account order by account',
  );
  await eventually(async () => {
    await days.fold();
    const { rows: folded } = await owner.pool.query(
      'select account, sum(change)::bigint change from ledger.system_days group by account order by account',
    );
    expect(folded).toEqual(written);
  });
});
