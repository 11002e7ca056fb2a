import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AccountId, silentLog } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyBlobs, openBlobs } from '#site/platform/blobs/index.ts';
import { accountOf } from '../accounts.ts';
import { makeFeedReaders } from '../feed/feed-readers.ts';
import type { FeedItem } from '../feed/feed-store.ts';
import { keepMonths, MonthError } from './keep-months.ts';
import { makeStatement } from '../reads/make-statement.ts';
import { makeReaderStore } from '../feed/reader-store.ts';
import { hashLedger, playOldMonths } from './testing-old-months.ts';

/* Months of long ago are sealed, leave for files and come back, and everything that reads the ledger stays right. */

const OLDEST = 23;
const old = await playOldMonths(OLDEST);
const { ledger, owner, ownerConnection, database, viewer, model, monthOf, monthAt } = old;
const folder = await mkdtemp(join(tmpdir(), 'klieg-months-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const blobs = openBlobs(pathToFileURL(folder).href);
const uses = { connection: ownerConnection, blobs, sealAfterDays: 600 };
const months = keepMonths(uses);
const [first, second, third] = [OLDEST, OLDEST - 1, OLDEST - 2].map(monthOf) as [string, string, string];
const stateOf = async (month: string) => (await months.list()).find((one) => one.month === month);

/** The ledger adds up by itself. */
async function expectRight(scope: 'all' | 'recent' = 'all'): Promise<void> {
  expect((await ledger.reconcile(scope)).findings).toEqual([]);
}

const wholeHistory = async (purse: 'spending' | 'earning', person = viewer) =>
  ledger.historyOf(person, { purse, limit: 1_000 });

beforeAll(async () => {
  for (const back of [OLDEST, OLDEST - 1, OLDEST - 2, 3, 1]) await old.playMonth(back);
  await old.settle();
  await expectRight();
});

test('a month is sealed when it is over and old, in order, with no hold open, and takes nothing more (L31)', async () => {
  await expect(months.seal(monthOf(3))).rejects.toThrow('not over for 600 days');
  await expect(months.seal(second)).rejects.toThrow(`${first} comes first`);
  await expect(months.seal('1999-01')).rejects.toThrow('no month');
  const reaching = keepMonths({
    ...uses,
    reachesInto: [async () => [], async () => ['a dispute is open']],
  });
  await expect(reaching.seal(first)).rejects.toThrow('a dispute is open');
  expect(await stateOf(first)).toMatchObject({ state: 'open' });

  old.turnTo(monthAt(OLDEST) + 20 * 24 * 3_600_000);
  const hold = old.nextId();
  const held = {
    kind: 'private',
    from: viewer,
    to: old.newPerson(),
    machine: 'm',
    expiresAt: old.clock.ms,
  } as const;
  await ledger.hold({ ...held, id: hold, amountTokens: 5 });
  await expect(months.seal(first)).rejects.toThrow('1 holds are open');
  await ledger.void({ holdId: hold });

  expect(await months.seal(first)).toBe('sealed');
  expect(await months.seal(first)).toBe('was sealed');
  for (const month of [second, third]) await months.seal(month);
  expect(await stateOf(first)).toMatchObject({
    state: 'sealed',
    counts: { transfers: 6, legs: 3, holds: 3 },
  });
  // Nothing comes to it later, by whatever way.
  const late = {
    id: hold,
    kind: 'tip',
    from: viewer,
    to: model,
    sharePercent: 60,
    amountTokens: 5,
  } as const;
  await expect(ledger.spend(late)).rejects.toThrow('is sealed');
  await expect(
    database.pool.query(`update ledger.holds set machine = 'x' where id = $1`, [hold]),
  ).rejects.toThrow(/sealed|append-only/);
  old.turnTo(Date.now());
  await expectRight();
});

test('a seal has the balance of everybody at the month’s end, people and system, tokens and cents (L32)', async () => {
  const { rows } = await owner.pool.query<{ account: number; balance: number; off: number }>(
    `select account, balance, sum(change) over (partition by account > 0)::bigint off
     from ledger.sealed_balances where month = $1 order by account`,
    [`${second}-01`],
  );
  const sums = await owner.pool.query<{ account: number; balance: number }>(
    `select account, sum(amount)::bigint balance from ledger.entries
     where transfer_id < (select id_to from ledger.seals where month = $1) group by account order by account`,
    [`${second}-01`],
  );
  expect(rows.map(({ account, balance }) => ({ account, balance }))).toEqual(sums.rows);
  expect(new Set(rows.map(({ off }) => off))).toEqual(new Set([0]));
  expect(rows.some(({ account }) => account < 0)).toBe(true);
  for (const month of [first, second, third]) expect(await months.check(month)).toBeUndefined();
});

test('a month leaves for a file that was read back, and what reads the ledger goes on right and does not lie (L33) (L34)', async () => {
  const before = await hashLedger(owner);
  const [spent, earned] = [await wholeHistory('spending'), await wholeHistory('earning', model)];
  await expect(months.detach(monthOf(3))).rejects.toThrow('not sealed');
  await expect(months.detach(second)).rejects.toThrow(`${first} comes first`);
  const readers = makeFeedReaders({ database, log: silentLog });
  const read: number[] = [];
  const reader = (name: string) => ({
    name,
    from: 'start' as const,
    concerns: () => true,
    handle: async (person: AccountId, items: readonly FeedItem[]) => {
      if (person === model) read.push(...items.map(({ number }) => number));
    },
  });
  await makeReaderStore(database).register('slow', 'start');
  await expect(months.detach(first)).rejects.toThrow('slow has not read all of it');
  await readers.start([reader('slow')]);
  await readers.lookAll();
  await eventually(async () => expect(await months.detach(first)).toBe('detached'));
  await readers.stop();
  expect(await months.detach(second)).toBe('detached');
  expect(await months.detach(second)).toBe('was detached');
  await expectRight('recent');
  await expectRight();

  const short = await wholeHistory('spending');
  expect(short.rows).toEqual(spent.rows.slice(0, short.rows.length));
  expect(short.archived).toMatchObject({ before: monthAt(OLDEST - 2), isNewest: false });
  const nobody = await ledger.historyOf(old.quiet, { limit: 10 });
  expect(nobody).toEqual({ rows: [] });
  // A balance goes on from the seal where nothing stands before a moment.
  const at = { to: monthAt(OLDEST - 2), limit: 1 } as const;
  const { rows, archived } = await ledger.historyOf(viewer, at);
  expect(rows).toEqual([]);
  expect(archived?.balanceAfter).toBe(spent.rows[short.rows.length]!.balanceAfter);
  const asked = { person: viewer, username: 'v', purses: ['spending'] as const };
  const books = {
    ledger,
    readAbouts: async () => new Map(),
    namesOf: async () => new Map(),
    siteName: 's',
  };
  const statement = await makeStatement(books, {
    ...asked,
    from: utcDayOf(monthAt(OLDEST - 4)),
    to: utcDayOf(monthAt(OLDEST - 6)),
  });
  expect(statement.totals!['closing']).toBe(
    spent.rows.find(({ at: ms }) => ms < monthAt(OLDEST - 6))!.balanceAfter,
  );
  await expect(
    makeStatement(books, { ...asked, from: `${first}-05`, to: `${second}-05` }),
  ).rejects.toMatchObject({ code: 'ledger.month_detached' });
  // The feed goes on after what is in the file, also for a reader that is new.
  const number = await ledger.feedNumberOf(model);
  read.length = 0;
  const fresh = makeFeedReaders({ database, log: silentLog });
  await fresh.start([reader('new')]);
  await fresh.lookAll();
  await eventually(() => expect(read.at(-1)).toBe(number));
  await fresh.stop();
  const { rows: sealed } = await owner.pool.query<{ feed: number }>(
    'select feed from ledger.detached_balance($1)',
    [accountOf(model, 'earning')],
  );
  expect(read[0]).toBe(sealed[0]!.feed + 1);
  const from = earned.rows.length;
  expect(from).toBeGreaterThan(0);
  expect((await ledger.feedAfter(model, number - 3)).map((item) => item.number)).toEqual([
    number - 2,
    number - 1,
    number,
  ]);

  // What was paid then cannot be taken back before the month is here again, and leaves no trace.
  const back = { id: old.nextId(), transferId: old.tips[0]!, kind: 'chargeback', amountTokens: 5 } as const;
  expect(await ledger.refund(back)).toMatchObject({ status: 'refused', reason: 'month_sealed' });
  await months.restore(first);
  expect(await ledger.refund(back)).toMatchObject({ status: 'applied' });
  expect((await stateOf(first))!.state).toBe('sealed');
  await expectRight();
  await months.restore(second);
  expect(await months.restore(second)).toBe('was here');
  await expectRight();
  // But for that one chargeback every row is as it was.
  expect((await wholeHistory('spending')).rows.slice(1)).toEqual(spent.rows);
  expect(before).not.toBe(await hashLedger(owner));
});

test('a month that comes back has every row and id as before (L35)', async () => {
  const before = await hashLedger(owner);
  await months.detach(first);
  await months.detach(second);
  await months.detach(third);
  expect(await hashLedger(owner)).not.toBe(before);
  // The one in the middle first: what is missing before and after it does no harm.
  for (const month of [second, third, first]) {
    await months.restore(month);
    await expectRight();
    expect(await months.check(month)).toBeUndefined();
  }
  expect(await hashLedger(owner)).toBe(before);
});

test('a file that was altered, cut short or is missing is refused and loses nothing (L34)', async () => {
  await months.detach(first);
  const path = join(folder, (await stateOf(first))!.file!);
  const good = await readFile(path);
  const altered = Buffer.from(good);
  altered[good.length >> 1]! ^= 1;
  const before = await hashLedger(owner);
  for (const bad of [altered, good.subarray(0, good.length - 20), Buffer.alloc(0), Buffer.from('x')]) {
    await writeFile(path, bad);
    await expect(months.restore(first)).rejects.toThrow(MonthError);
    expect(await months.check(first)).toContain('cannot be used');
  }
  await rm(path);
  await expect(months.restore(first)).rejects.toThrow('is missing');
  expect(await hashLedger(owner)).toBe(before);
  expect((await stateOf(first))!.state).toBe('detached');
  await writeFile(path, good);
  // A backup has it as it has every file of the site.
  const saved = openBlobs(pathToFileURL(join(folder, 'saved')).href);
  await copyBlobs(openBlobs(pathToFileURL(folder).href), saved);
  await rm(path);
  await keepMonths({ ...uses, blobs: saved }).restore(first);
  await writeFile(path, good);
  // A month that is here and whose file was spoilt gets another one when it leaves again.
  await writeFile(path, altered);
  await months.detach(first);
  expect(await months.check(first)).toBeUndefined();
  await months.restore(first);
  await expectRight();
});

test('what dies at any step is done again or was undone, and a second one waits its turn (L36)', async () => {
  const before = await hashLedger(owner);
  const steps: string[] = [];
  const noting = keepMonths({ ...uses, onStep: (step) => void steps.push(step) });
  await noting.detach(first);
  await noting.restore(first);
  expect(steps.length).toBeGreaterThan(5);
  const dying = (at: number) => {
    let count = 0;
    return keepMonths({
      ...uses,
      onStep: () => {
        count += 1;
        if (count === at) throw new Error('killed');
      },
    });
  };
  for (let at = 1; at <= 3; at++) {
    await expect(dying(at).detach(first)).rejects.toThrow('killed');
    expect(await months.detach(first)).toMatch(/detached/);
    await expect(dying(at).restore(first)).rejects.toThrow('killed');
    expect(await months.restore(first)).toBe('restored');
    expect(await hashLedger(owner)).toBe(before);
  }
  // Two at once: one does it, the other says so.
  const both = await Promise.allSettled([months.detach(first), months.detach(first)]);
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  for (const one of both) if (one.status === 'rejected') expect(String(one.reason)).toContain('at work');
  await months.restore(first);
  expect(await hashLedger(owner)).toBe(before);
  await expectRight();
});

test('the reconciler finds a seal that was changed, and rows that came to a sealed month or left it (L16) (L32)', async () => {
  const findings = async () => (await ledger.reconcile('all')).findings.map(({ finding }) => finding);
  const change = (text: string, day: string) => owner.pool.query(text, [`${day}-01`]);
  await change('update ledger.sealed_balances set posted = posted + 1 where month = $1', second);
  expect(await findings()).toContain('seal_differs');
  expect(await months.check(second)).toContain('changed');
  await change('update ledger.sealed_balances set posted = posted - 1 where month = $1', second);
  expect(await findings()).not.toContain('sealed_rows_differ');
  // Behind every rule: a row leaves the month.
  await owner.pool.query(`begin;
    set local session_replication_role = replica;
    grant delete on ledger.transfers to current_user;
    delete from ledger.transfers where id = (select t.id from ledger.transfers t, ledger.seals s
      where s.state = 'sealed' and t.id >= s.id_from and t.id < s.id_to order by t.id limit 1);
    revoke delete on ledger.transfers from current_user;
    commit`);
  expect(await findings()).toContain('sealed_rows_differ');
  await change("update ledger.seals set content = sha256('x') where month = $1", third);
  expect(await findings()).toContain('seal_differs');
});
