import { randomBytes } from 'node:crypto';
import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { openDatabase } from '#site/platform/postgres/index.ts';
import { accountOf } from '../accounts.ts';
import { feedQuery } from '../feed/feed-store.ts';
import { entriesQuery } from './history-store.ts';
import { useTestLedger } from '../testing-ledger.ts';

/* Reads of what is new look into the newest partitions only, and miss nothing that came late into an older one. */

const START = new Date();
/** A time that many months after this one: now, or the middle of a later month: counted in days, the last of a month could lead one month too far. */
const timeIn = (months: number): number =>
  months === 0
    ? START.getTime()
    : Date.UTC(START.getUTCFullYear(), START.getUTCMonth() + Math.floor(months), 15) +
      (months % 1) * 30 * DAY_MS;
const clock: Clock & { ms: number } = { ms: Date.now(), now: () => clock.ms };
const { connection, database, ledger, newPerson, newBuyer } = await useTestLedger(clock);
/** An id of the given month after this one; every month has a partition of its own. */
const idIn = (months: number): Uuid => {
  const time = Math.trunc(timeIn(months)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}` as Uuid;
};
const spend = async (from: AccountId, to: AccountId, months: number) => {
  clock.ms = Math.max(clock.ms + 1, timeIn(months));
  const outcome = await ledger.spend({
    id: idIn(months),
    kind: 'tip',
    from,
    to,
    sharePercent: 60,
    amountTokens: 10,
  });
  expect(outcome.status).toBe('applied');
};
/** Partitions that a statement reads. */
const partitionsOf = async (text: string, values: readonly unknown[]): Promise<string[]> => {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${text}`,
    [...values],
  );
  return rows.flatMap((row) => {
    const line = row['QUERY PLAN'];
    const name = /on (?:ledger\.)?((?:transfers|legs|holds)_\d\w+)/.exec(line)?.[1];
    return name && !line.includes('never executed') ? name : [];
  });
};

const viewer = await newBuyer(1_000);
const model = newPerson();
for (const months of [0, 1, 2, 3, 3]) await spend(viewer, model, months);
const monthOf = (months: number): string =>
  new Date(timeIn(months)).toISOString().slice(0, 7).replace('-', '_');
const oldest = idIn(2.5);

test.each([
  ['the newest page of the history', entriesQuery(accountOf(viewer, 'spending'), { limit: 1 }, oldest)],
  [
    'the newest page of the feed',
    { text: feedQuery(true), values: [accountOf(model, 'earning'), 3, 100, oldest] },
  ],
])('%s reads no old partition (L15) (L19)', async (_what, { text, values }) => {
  const read = await partitionsOf(text, values);
  expect(read.length).toBeGreaterThan(0);
  for (const name of read) expect(name).not.toContain(monthOf(0));
  for (const name of read) expect(name).not.toContain(monthOf(1));
  // Without the bound every partition is looked at.
  const all = await partitionsOf(feedQuery(false), [accountOf(model, 'earning'), 3, 100]);
  expect(all.some((name) => name.includes(monthOf(0)))).toBe(true);
});

test('what was spent lately is read from the newest partitions, and is the same (L15)', async () => {
  // A connection of its own, which has counted no reads before.
  const fresh = openDatabase({ ...connection, max: 1 });
  try {
    const ask = (since: Date) =>
      fresh.pool.query<{ total: number; reads: number }>(
        `with spent as materialized (select ledger.recent_spend($1, $2, $3) total)
         select total, (select coalesce(idx_scan, 0) + coalesce(seq_scan, 0)
           from pg_stat_xact_user_tables where relname = $4 and total is not null)::int as reads from spent`,
        [accountOf(viewer, 'spending'), accountOf(model, 'earning'), since, `transfers_${monthOf(0)}`],
      );
    expect((await ask(new Date(timeIn(2.9)))).rows).toEqual([{ total: 20, reads: 0 }]);
    const { rows } = await ask(new Date(0));
    expect(rows[0]!.total).toBe(50);
    expect(rows[0]!.reads).toBeGreaterThan(0);
  } finally {
    await fresh.close();
  }
});

test('what comes late with an old id is missed by neither history nor feed (L15) (L19)', async () => {
  const [payer, receiver] = [await newBuyer(1_000), newPerson()];
  const tip = async (id: Uuid) => {
    const outcome = await ledger.spend({
      id,
      kind: 'tip',
      from: payer,
      to: receiver,
      sharePercent: 60,
      amountTokens: 10,
    });
    expect(outcome.status).toBe('applied');
    return id;
  };
  // The first and the last are older than what is looked at first.
  const ids = [await tip(idIn(-3)), await tip(idIn(0)), await tip(idIn(0)), await tip(idIn(-3))];
  const numbers = async (limit: number) =>
    (await ledger.historyOf(payer, { limit })).rows.map(({ id }) => id);
  expect(await numbers(1)).toEqual([ids[3]]);
  expect(await numbers(4)).toEqual(ids.toReversed());
  for (let after = 0; after < 4; after++)
    expect((await ledger.feedAfter(receiver, after)).map(({ id }) => id)).toEqual(ids.slice(after));
  expect((await ledger.feedAfter(receiver, 1, { limit: 2 })).map(({ id }) => id)).toEqual(ids.slice(1, 3));
});
