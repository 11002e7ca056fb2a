import { type AccountId, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import type { HistoryRow } from './history-store.ts';
import type { LedgerKind } from '../kinds.ts';
import type { SpendRequest } from '../requests.ts';
import { useTestLedger } from '../testing-ledger.ts';

const clock: Clock & { ms: number } = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const { ledger, newPerson, newBuyer } = await useTestLedger(clock);

const spend = async (
  from: AccountId,
  to: AccountId,
  amountTokens: number,
  more: Partial<SpendRequest> = {},
): Promise<Uuid> => {
  const id = uuidv7();
  clock.ms += 1000;
  await ledger.spend({ id, kind: 'tip', from, to, sharePercent: 60, amountTokens, ...more } as SpendRequest);
  return id;
};

test('the history has each entry once, newest first, page by page, with the balance after it L19', async () => {
  const [viewer, model] = [await newBuyer(100), newPerson()];
  const ids = [];
  for (let amount = 1; amount <= 6; amount += 1) ids.unshift(await spend(viewer, model, amount));
  const rows: HistoryRow[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await ledger.historyOf(viewer, { limit: 3, ...(cursor && { cursor }) });
    rows.push(...page.rows);
    cursor = page.cursor;
    pages += 1;
  } while (cursor);
  expect(pages).toBe(3);
  expect(rows.slice(0, 6).map((row) => row.id)).toEqual(ids);
  expect(rows.map((row) => row.tokens)).toEqual([-6, -5, -4, -3, -2, -1, 100]);
  expect(rows.map((row) => row.balanceAfter)).toEqual([79, 85, 90, 94, 97, 99, 100]);
  expect(rows[0]).toMatchObject({ kind: 'tip', counterpartPerson: model, at: clock.ms });
  expect(rows.at(-1)?.counterpartPerson).toBeUndefined();
  const earnings = await ledger.historyOf(model, { limit: 10, purse: 'earning' });
  expect(earnings.rows.map((row) => row.tokens)).toEqual([3, 3, 2, 1, 1, 0]);
});

test('history filters by kind and time; a strange cursor begins at the front, a stranger has nothing L19', async () => {
  const [viewer, model] = [await newBuyer(100), newPerson()];
  await spend(viewer, model, 5);
  const from = clock.ms + 1;
  await spend(viewer, model, 6, {
    kind: 'media',
    note: { ref: { type: 'media', id: '9' }, comment: 'nice' },
  });
  const to = clock.ms + 1;
  await spend(viewer, model, 7);
  const kinds = async (query: object): Promise<LedgerKind[]> =>
    (await ledger.historyOf(viewer, { limit: 10, ...query })).rows.map((row) => row.kind);
  expect(await kinds({ kind: 'tip' })).toEqual(['tip', 'tip']);
  expect(await kinds({ from, to })).toEqual(['media']);
  expect(await kinds({ cursor: "1' or 1=1" })).toEqual(['tip', 'media', 'tip', 'purchase']);
  expect((await ledger.historyOf(viewer, { limit: 1, kind: 'media' })).rows[0]).toMatchObject({
    ref: { type: 'media', id: '9' },
    comment: 'nice',
  });
  expect(await ledger.historyOf(newPerson(), { limit: 10 })).toEqual({ rows: [] });
});

test("a party traces a transfer with all its postings, without others' balances; a stranger finds nothing L19", async () => {
  const [viewer, model] = [await newBuyer(100), newPerson()];
  const id = await spend(viewer, model, 33, { note: { comment: 'hi', counterpart: 'stage' } });
  await ledger.refund({ id: uuidv7(), transferId: id, kind: 'refund', amountTokens: 3 });
  const trace = await ledger.traceOf(viewer, id);
  expect(trace).toEqual({
    id,
    kind: 'tip',
    at: clock.ms,
    debit: { person: viewer, purse: 'spending' },
    credit: { person: model, purse: 'earning' },
    debitTokens: 33,
    creditTokens: 19,
    refundedTokens: 3,
    promotionalTokens: 0,
    promotionalGot: 0,
    comment: 'hi',
    counterpart: 'stage',
    postings: [
      { holder: { person: viewer, purse: 'spending' }, tokens: -33, number: 2, balanceAfter: 67 },
      { holder: { system: 'platform' }, tokens: 14 },
      { holder: { person: model, purse: 'earning' }, tokens: 19, number: 1 },
    ],
  });
  expect((await ledger.traceOf(model, id))?.postings[2]).toMatchObject({ balanceAfter: 19 });
  expect(await ledger.traceOf(newPerson(), id)).toBeUndefined();
  expect(await ledger.traceOf(viewer, uuidv7())).toBeUndefined();
  expect(
    (await ledger.findTransfer(id))?.postings.every(
      (posting) => 'system' in posting.holder || posting.balanceAfter !== undefined,
    ),
  ).toBe(true);
});

test('what somebody spent is added up by kind and quarter of an hour, to the token L19', async () => {
  const [viewer, model, other] = [await newBuyer(10_000), newPerson(), newPerson()];
  clock.ms = Date.parse('2026-11-21T09:14:00Z');
  const since = clock.ms;
  for (let count = 0; count < 30; count++) await spend(viewer, model, 7);
  const id = await spend(viewer, other, 100);
  await ledger.refund({ id: uuidv7(), transferId: id, kind: 'refund', amountTokens: 40 });
  clock.ms = Date.parse('2026-11-21T09:20:00Z');
  await spend(viewer, model, 5, { kind: 'private' });
  expect(await ledger.spentSince(viewer, since)).toEqual([
    { at: Date.parse('2026-11-21T09:00:00Z'), kind: 'tip', tokens: 30 * 7 + 100 },
    { at: Date.parse('2026-11-21T09:15:00Z'), kind: 'private', tokens: 5 },
  ]);
  // The time is that of the payment; the purchase came before, and receivers have spent nothing.
  expect(await ledger.spentSince(viewer, clock.ms)).toHaveLength(1);
  expect(await ledger.spentSince(model, since)).toEqual([]);
});

test('recent spending to one receiver counts gross tokens of the window only L19', async () => {
  const [viewer, model, other] = [await newBuyer(1000), newPerson(), newPerson()];
  await spend(viewer, model, 100);
  clock.ms += 3_600_000;
  const since = clock.ms;
  await spend(viewer, model, 20);
  await spend(viewer, other, 50);
  await spend(viewer, model, 5, { kind: 'private' });
  expect(await ledger.recentSpendTo(viewer, model, since)).toBe(25);
  expect(await ledger.recentSpendTo(viewer, other, since)).toBe(50);
  expect(await ledger.recentSpendTo(newPerson(), model, since)).toBe(0);
  const pairs = [
    { payer: viewer, receiver: other },
    { payer: newPerson(), receiver: model },
    { payer: viewer, receiver: model },
    { payer: viewer, receiver: other },
  ];
  expect(await ledger.recentSpendsTo(pairs, since)).toEqual([50, 0, 25, 50]);
  expect(await ledger.recentSpendsTo([], since)).toEqual([]);
  await spend(viewer, model, 7, { note: { detail: { place: { mode: 'private', seat: 'payer' } } } });
  await spend(viewer, model, 3, { note: { detail: { type: 'tip' } } });
  const only = { kind: 'tip', withoutDetail: 'place' } as const;
  expect(await ledger.recentSpendsTo(pairs, since, only)).toEqual([50, 0, 23, 50]);
  expect(await ledger.recentSpendTo(viewer, model, since)).toBe(35);
});

test('balances of several persons come in the order in which they were asked for L2', async () => {
  const [rich, poor, stranger] = [await newBuyer(90), await newBuyer(7), newPerson()];
  const balances = await ledger.balancesOf([poor, stranger, rich, poor]);
  expect(balances.map(({ spendable }) => spendable)).toEqual([7, 0, 90, 7]);
  expect(balances[1]).toEqual(await ledger.balanceOf(newPerson()));
});

test('the feed of a receiver numbers tips, holds, voids, posts and reversals in commit order without gaps L15', async () => {
  const [viewer, model] = [await newBuyer(100), newPerson()];
  const tip = await spend(viewer, model, 1);
  const hold = { kind: 'private', from: viewer, to: model, machine: 'wheel:1', expiresAt: clock.ms } as const;
  const [first, second] = [uuidv7(), uuidv7()];
  await ledger.hold({ ...hold, id: first, amountTokens: 10 });
  await ledger.hold({ ...hold, id: second, amountTokens: 20 });
  await ledger.void({ holdId: first });
  const post = uuidv7();
  await ledger.post({ id: post, holdId: second, to: model, sharePercent: 60, amountTokens: 15 });
  const refund = uuidv7();
  await ledger.refund({ id: refund, transferId: tip, kind: 'refund', amountTokens: 1 });
  const items = await ledger.feedAfter(model, 0);
  expect(items.map(({ number, event, id, amountTokens }) => [number, event, id, amountTokens])).toEqual([
    [1, 'earned', tip, 1],
    [2, 'held', first, 10],
    [3, 'held', second, 20],
    [4, 'voided', first, 10],
    [5, 'earned', post, 15],
    [6, 'reversed', refund, 1],
  ]);
  expect(items[4]).toMatchObject({ cause: second, person: viewer, kind: 'private' });
  expect((await ledger.feedAfter(model, 2, { limit: 2 })).map((item) => item.number)).toEqual([3, 4]);
  expect(await ledger.feedAfter(model, 6)).toEqual([]);
});
