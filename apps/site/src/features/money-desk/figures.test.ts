import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const auditor = await site.join({ roles: ['auditor'] });
const today = new Date().toISOString().slice(0, 10);
const stats = (metric: 'revenue' | 'chargebacks' | 'approval_rate', more: object = {}) =>
  auditor.call('getStats', { query: { metric, from: today, to: today, ...more } });

const buyer = await site.join();
const paid = await desk.buy(buyer, 'tokens_100');
await desk.buy(buyer, 'tokens_50');
await desk.buy(buyer, 'tokens_50', '4000 0000 0000 0002');
const { transaction_id: transaction } = (await admin.call('getDeskOrder', { params: { id: paid } })).order;

test('revenue by biller and day is what the ledger’s accounts say, also for an auditor', async () => {
  // What is written meanwhile, also by others, is counted a moment later.
  await eventually(async () =>
    expect(await stats('revenue')).toEqual({
      columns: ['date', 'biller', 'sales_cents', 'settled_cents', 'fees_cents', 'receivable_cents'],
      rows: [[today, 'sandbox', 1_500, 0, 0, 1_500]],
      totals: { sales_cents: 1_500, settled_cents: 0, fees_cents: 0 },
    }),
  );
  const { accounts } = await auditor.call('getMoney', { query: { day: today } });
  expect(accounts).toContainEqual({
    account: -63 - 1,
    name: 'receivable',
    biller: 'sandbox',
    unit: 'cents',
    change: -1_500,
    balance: -1_500,
  });
  expect(accounts.find(({ name }) => name === 'unspent')).toMatchObject({ balance: 1_500, unit: 'cents' });
  expect(accounts.find(({ name }) => name === 'billers')).toMatchObject({ balance: -150, unit: 'tokens' });
  // The number of an account leads to its entries.
  const moved = await admin.call('listTransfers', { query: { account: '-64' } });
  expect(moved.items).toHaveLength(2);
});

test('the approval rate counts declines with their reasons', async () => {
  const { rows, totals } = await stats('approval_rate');
  expect(rows).toEqual([[today, 'sandbox', 2, 1, 66.7]]);
  expect(totals).toMatchObject({ approved: 2, declined: 1, percent: 66.7 });
  expect((totals['reasons'] as { count: number }[])[0]).toMatchObject({ count: 1 });
});

test('chargebacks come with the scheme’s ratio of the month, its projection and the alert', async () => {
  expect((await stats('chargebacks')).totals).toMatchObject({
    sales: 2,
    chargebacks: 0,
    scheme: { month: today.slice(0, 7), ratio: 0, is_alert: false },
  });
  await desk.reverse('charged_back', transaction!, 1_000);
  await eventually(async () => expect(await desk.stateOf(buyer, paid)).toBe('charged_back'));
  const { rows, totals } = await stats('chargebacks', { by: 'month' });
  expect(rows).toEqual([[`${today.slice(0, 7)}-01`, 'sandbox', 2, 1, 50, 0, 0]]);
  expect(totals['scheme']).toMatchObject({ ratio: 50, is_alert: true, is_excessive: false });
  await eventually(async () => expect((await stats('revenue')).totals).toMatchObject({ sales_cents: 500 }));
});

test('a table can be had as CSV', async () => {
  const answer = await auditor.fetch(
    `/api/v1/admin/stats?metric=approval_rate&from=${today}&to=${today}&format=csv`,
  );
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await answer.text()).toBe(`date,biller,approved,declined,percent\r\n${today},sandbox,2,1,66.7\r\n`);
});

test('days the wrong way round, more than a year of them, and strangers are refused', async () => {
  expect(await codeOf(stats('revenue', { to: '2020-01-01' }))).toBe('common.invalid_input');
  expect(await codeOf(stats('revenue', { from: '2020-01-01' }))).toBe('common.invalid_input');
  expect(await codeOf(buyer.call('getMoney', { query: { day: today } }))).toBe('common.forbidden');
  const query = { metric: 'revenue' as const, from: today, to: today };
  expect(await codeOf(buyer.call('getStats', { query }))).toBe('common.forbidden');
});

test('reports of fraud and announced disputes count for the ratio; an announced one no more once it has come, or was given back', async () => {
  const day = async () => (await stats('chargebacks')).rows[0];
  const [reported, announced] = [await desk.buy(buyer, 'tokens_50'), await desk.buy(buyer, 'tokens_200')];
  const transactionOf = async (id: string) =>
    (await admin.call('getDeskOrder', { params: { id } })).order.transaction_id!;
  await desk.reverse('fraud_reported', await transactionOf(reported), 500);
  await desk.reverse('alerted', await transactionOf(announced), 2_000);
  await eventually(async () => expect(await day()).toEqual([today, 'sandbox', 4, 1, 25, 1, 1]));
  const { scheme, ...totals } = (await stats('chargebacks')).totals;
  expect(totals).toEqual({ sales: 4, chargebacks: 1, fraud_reports: 1, alerts: 1 });
  expect(scheme).toMatchObject({ sales: 4, events: 3, ratio: 75 });
  // Neither moves money, and both stand with what the biller told.
  expect(await desk.stateOf(buyer, reported)).toBe('succeeded');
  const { told } = await admin.call('getDeskOrder', { params: { id: announced } });
  expect(told.map(({ kind }) => kind)).toEqual(['approved', 'alerted']);
  await desk.reverse('charged_back', await transactionOf(announced), 2_000);
  await eventually(async () => expect(await desk.stateOf(buyer, announced)).toBe('charged_back'));
  expect(await day()).toEqual([today, 'sandbox', 4, 2, 50, 1, 0]);
});
