import { eventually } from '@klieg/testing/eventually';
import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { holderOf } from '../ledger/index.ts';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const today = new Date().toISOString().slice(0, 10);

const transactionOf = async (id: string) =>
  (await admin.call('getDeskOrder', { params: { id } })).order.transaction_id!;
const row = (transaction: string, kind: string, cents: number, fee = 0, at = '2026-11-20') =>
  `${transaction},${kind},${cents},USD,${at},${fee}`;
const upload = (rows: readonly string[], more: object = {}) =>
  admin.call('uploadSettlement', {
    body: { biller: 'sandbox', name: 'november.csv', from: today, to: today, text: rows.join('\n'), ...more },
  });
/** The sandbox biller's accounts, in cents, as their entries say. */
const moneyOf = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: number; balance: number }>`
    select account, sum(amount)::bigint as balance from ledger.entries where account < 0 group by account`.execute(
    site.database.kysely,
  );
  return Object.fromEntries(
    rows.flatMap(({ account, balance }) => {
      const holder = holderOf(account);
      return 'money' in holder && holder.of === 63 ? [[holder.money, balance]] : [];
    }),
  );
};
const openLines = async () => (await admin.call('listSettlementLines', { query: { open: '1' } })).items;

const buyer = await site.join();
const [first, second, third] = [
  await desk.buy(buyer, 'tokens_100'),
  await desk.buy(buyer, 'tokens_50'),
  await desk.buy(buyer, 'tokens_200'),
];
const [one, two, three] = [
  await transactionOf(first),
  await transactionOf(second),
  await transactionOf(third),
];

test('a file is matched line by line, and its cents leave what the biller owes for bank, fees and suspense', async () => {
  expect(await moneyOf()).toEqual({ receivable: -3_500 });
  const text = [
    'transaction,kind,cents,currency,at,fee',
    row(one, 'approved', 1_000, 80),
    row(two, 'approved', 450),
    row('sbx_nobody_knows', 'approved', 700, 20),
  ];
  expect(await upload(text)).toMatchObject({
    lines: 3,
    matched: 1,
    amount_differs: 1,
    missing_here: 1,
    missing_there: 1,
    known: 0,
    unread: 1,
  });
  expect(await moneyOf()).toEqual({
    // The third is still owed.
    receivable: -2_000,
    bank: -(920 + 450 + 680),
    fees: -100,
    suspense: -50 + 700,
  });
  const lines = await openLines();
  expect(lines.map(({ transaction_id: id, state, amount, told }) => [id, state, amount, told])).toEqual(
    expect.arrayContaining([
      [two, 'amount_differs', 450, 500],
      ['sbx_nobody_knows', 'missing_here', 700, null],
      [three, 'missing_there', 0, 2_000],
    ]),
  );
  expect(lines).toHaveLength(3);
  expect(lines.find(({ state }) => state === 'missing_there')?.order_id).toBe(third);
});

test('sales stay what they were, and what was settled stands beside them', async () => {
  const query = { metric: 'revenue' as const, from: today, to: today };
  // What is written meanwhile, also by others, is counted a moment later.
  await eventually(async () =>
    expect((await admin.call('getStats', { query })).totals).toEqual({
      sales_cents: 3_500,
      settled_cents: 2_050,
      fees_cents: 100,
    }),
  );
});

test('the same file again books nothing and opens nothing', async () => {
  const before = await moneyOf();
  const again = await upload([row(one, 'approved', 1_000, 80), row(two, 'approved', 450)]);
  expect(again).toMatchObject({ lines: 2, known: 2 });
  const both = [row(one, 'approved', 1_000, 80)];
  await Promise.all([upload(both), upload(both)]);
  expect(await moneyOf()).toEqual(before);
  expect(await openLines()).toHaveLength(3);
});

test('what was missing there and comes with a later file is closed by itself', async () => {
  await upload([row(three, 'approved', 2_000, 100, '2026-11-21')]);
  expect((await openLines()).map(({ state }) => state).toSorted()).toEqual([
    'amount_differs',
    'missing_here',
  ]);
  expect((await moneyOf())['receivable']).toBe(0);
});

test('a refund and a chargeback go the other way, each with its fee', async () => {
  const { receivable = 0, bank = 0 } = await moneyOf();
  await desk.reverse('charged_back', one, 1_000);
  await eventually(async () => expect(await desk.stateOf(buyer, first)).toBe('charged_back'));
  await upload([row(one, 'charged_back', 1_000, 1_500)]);
  const after = await moneyOf();
  expect(after['receivable']).toBe(receivable);
  expect(after['bank']).toBe(bank + 2_500);
  expect(after['chargeback_fees']).toBe(-1_500);
});

test('a line that no post had told leaves suspense once one tells it', async () => {
  const buyerOfLate = await site.join();
  const { order_id: id } = await buyerOfLate.call('getPurchaseLink', {
    params: { internal_id: 'tokens_50' },
  });
  const { suspense = 0 } = await moneyOf();
  await upload([row('sbx_late', 'approved', 500)]);
  expect((await moneyOf())['suspense']).toBe(suspense + 500);
  await desk.approve(id, 'sbx_late', 500);
  await eventually(async () => expect(await desk.stateOf(buyerOfLate, id)).toBe('succeeded'));
  await site.site.doChores();
  expect((await moneyOf())['suspense']).toBe(suspense);
  await site.site.doChores();
  expect(await moneyOf()).toMatchObject({ suspense, receivable: 0 });
  const { items } = await admin.call('listSettlementLines');
  expect(items.find((line) => line.transaction_id === 'sbx_late')).toMatchObject({
    state: 'matched',
    order_id: id,
  });
});

test('lines that a crash left unbooked are booked later, once', async () => {
  const before = await moneyOf();
  await sql`update settlement_lines set booked_at = null`.execute(site.database.kysely);
  await site.site.doChores();
  expect(await moneyOf()).toEqual(before);
});

test('an open line is resolved with a note that stays, once', async () => {
  const line = (await openLines()).find(({ state }) => state === 'missing_here')!;
  const resolve = () =>
    admin.call('resolveSettlementLine', { params: { id: line.id }, body: { note: 'Another shop of ours' } });
  await resolve();
  expect((await openLines()).map(({ id }) => id)).not.toContain(line.id);
  expect(await codeOf(resolve())).toBe('common.not_found');
  const { items } = await admin.call('listSettlementLines', { query: { file: line.file_id } });
  expect(items.find(({ id }) => id === line.id)?.resolved).toMatchObject({
    by: admin.username,
    note: 'Another shop of ours',
  });
  const { items: deeds } = await boss.call('listAudit', { query: { target: `settlement_line:${line.id}` } });
  expect(deeds).toMatchObject([{ action: 'settlements.line_resolved' }]);
});

test('rows that could not be read are kept with their file, as they stand in it', async () => {
  const text = ['transaction,kind', row('sbx_beside', 'approved', 100), 'sbx_broken,approved,many'];
  const { file_id: id, unread } = await upload(text);
  expect(unread).toBe(2);
  expect(await admin.call('listUnreadRows', { params: { id } })).toEqual({
    items: [
      { number: 1, text: 'transaction,kind' },
      { number: 3, text: 'sbx_broken,approved,many' },
    ],
  });
  const { items } = await admin.call('listSettlements', { query: { limit: '1' } });
  expect(items[0]).toMatchObject({ id, unread: 2 });
});

test('files are listed with what came of them', async () => {
  const { items } = await admin.call('listSettlements', { query: { limit: '1' } });
  expect(items[0]).toMatchObject({ biller: 'sandbox', name: 'november.csv', by: admin.username, lines: 1 });
  const all = await admin.call('listSettlements');
  expect(all.items.length).toBeGreaterThan(4);
});

test('a file of which nothing can be read is refused (money_desk.nothing_read), and strangers are', async () => {
  expect(await codeOf(upload(['not,a,line']))).toBe('money_desk.nothing_read');
  expect(await codeOf(upload([row(one, 'approved', 1_000)], { biller: 'cashtocode' }))).toBe(
    'money_desk.nothing_read',
  );
  expect(await codeOf(upload([], { text: 'x', from: '2020-01-01' }))).toBe('common.invalid_input');
  expect(await codeOf(buyer.call('listSettlements'))).toBe('common.forbidden');
  expect(await codeOf(buyer.call('listSettlementLines'))).toBe('common.forbidden');
  expect(await codeOf(buyer.call('listUnreadRows', { params: { id: uuidv7() } }))).toBe('common.forbidden');
  const id = uuidv7();
  expect(await codeOf(buyer.call('resolveSettlementLine', { params: { id }, body: { note: 'mine' } }))).toBe(
    'common.forbidden',
  );
});
