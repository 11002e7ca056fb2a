import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { openTestDesk } from '../../app/testing-desk-store.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
beforeEach(() => desk.control({}));

const orderOf = (id: string) => admin.call('getDeskOrder', { params: { id } });
const refund = (id: string, idempotencyKey = uuidv7()) =>
  admin.call('refundOrder', {
    params: { id },
    body: { reason: 'Bought by mistake' },
    idempotencyKey,
  });
const tip = (buyer: Member, model: Member, amount: number) =>
  buyer.call('sendTip', { params: { id: String(model.id) }, body: { amount }, idempotencyKey: uuidv7() });
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;

describe('orders', () => {
  test('are listed by state, person and day, newest first, page by page', async () => {
    const buyer = await site.join();
    const first = await desk.buy(buyer, 'tokens_50');
    const second = await desk.buy(buyer, 'tokens_100');
    const declined = await desk.buy(buyer, 'tokens_50', '4000 0000 0000 0002');
    const query = { user: buyer.username };
    const all = await admin.call('listDeskOrders', { query });
    expect(all.items.map((item) => item.order_id)).toEqual([declined, second, first]);
    expect(all.items[1]).toMatchObject({
      user: { id: buyer.id, username: buyer.username },
      biller: 'sandbox',
      state: 'succeeded',
      amount: 1_000,
      tokens: 100,
      refund: null,
    });
    const page = await admin.call('listDeskOrders', { query: { ...query, limit: '2' } });
    expect(page.items).toHaveLength(2);
    const rest = await admin.call('listDeskOrders', { query: { ...query, cursor: page.next_cursor! } });
    expect(rest.items.map((item) => item.order_id)).toEqual([first]);
    const only = await admin.call('listDeskOrders', { query: { ...query, state: 'declined' } });
    expect(only.items.map((item) => item.order_id)).toEqual([declined]);
    const today = new Date().toISOString().slice(0, 10);
    const ofDay = (day: string) => admin.call('listDeskOrders', { query: { ...query, day } });
    expect((await ofDay(today)).items).toHaveLength(3);
    expect((await ofDay('2026-01-01')).items).toEqual([]);
    expect((await admin.call('listDeskOrders', { query: { ...query, biller: 'epoch' } })).items).toEqual([]);
  });

  test('show what their biller told, their bookings in tokens and cents with both sides, and what their tokens paid for', async () => {
    const buyer = await site.join();
    const model = await site.join({ type: 'model' });
    const id = await desk.buy(buyer, 'tokens_100');
    await tip(buyer, model, 30);
    const whole = await orderOf(id);
    expect(whole.told).toMatchObject([
      { kind: 'approved', amount: 1_000, outcome: 'settled', card: { last4: '4242' } },
    ]);
    expect(whole.bookings).toMatchObject([{ kind: 'purchase', tokens: 100, cents: 1_000, is_done: true }]);
    expect(whole.paid_for).toMatchObject([{ kind: 'tip', tokens: 30, receiver: model.username }]);
    expect(whole.lot).toEqual({ bought_tokens: 100, left_tokens: 70 });
    const { transfer_id: tokens, money_transfer_id: cents } = whole.bookings[0]!;
    const moved = await admin.call('getTransfer', { params: { id: tokens } });
    expect(moved).toMatchObject({ unit: 'tokens', kind: 'purchase', ref: { type: 'order', id } });
    expect(moved.postings).toMatchObject([
      { name: 'billers', amount: -100 },
      { name: 'spending', username: buyer.username, amount: 100, balance_after: 100 },
    ]);
    const money = await admin.call('getTransfer', { params: { id: cents! } });
    expect(money.postings).toMatchObject([
      { name: 'receivable', biller: 'sandbox', amount: -1_000 },
      { name: 'unspent', amount: 1_000 },
    ]);
    expect(await codeOf(orderOf(uuidv7()))).toBe('common.not_found');
    expect(await codeOf(admin.call('getTransfer', { params: { id: uuidv7() } }))).toBe('common.not_found');
  });
});

describe('a refund', () => {
  test('is asked of the biller, whose post takes the tokens; every step stands in the audit log', async () => {
    const buyer = await site.join();
    const id = await desk.buy(buyer);
    const { plan } = await orderOf(id);
    expect(plan).toMatchObject({
      bar: null,
      amount: 1_000,
      tokens: 100,
      spent_tokens: 0,
      balance: 100,
      balance_after: 0,
      stops_spending: false,
      voided_holds: [],
    });
    expect(['asked', 'done']).toContain((await refund(id)).state);
    await eventually(async () => expect((await orderOf(id)).order.state).toBe('refunded'));
    expect(await tokensOf(buyer)).toBe(0);
    const after = await orderOf(id);
    expect(after.order.refund).toBe('done');
    expect(after.refunds).toMatchObject([
      { by: admin.username, reason: 'Bought by mistake', amount: 1_000, state: 'done' },
    ]);
    expect(after.bookings.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['purchase', 1_000],
      ['refund', 1_000],
    ]);
    const { items } = await boss.call('listAudit', { query: { target: `order:${id}` } });
    expect(items.map(({ action, actor }) => [action, actor])).toEqual([
      ['orders.refund_answered', admin.username],
      ['orders.refund_asked', admin.username],
    ]);
    expect(items[0]!.detail).toMatchObject({ answer: 'asked' });
    expect(items[1]!.detail).toMatchObject({ reason: 'Bought by mistake', amount: '1000 USD' });
    expect(await codeOf(refund(id))).toBe('billing.not_refundable');
  });

  test('asks once, whatever is repeated: the same key answers the same, another one waits for the biller', async () => {
    const buyer = await site.join();
    const id = await desk.buy(buyer);
    await desk.control({ isSilent: true });
    const key = uuidv7();
    expect((await refund(id, key)).state).toBe('asked');
    expect((await refund(id, key)).state).toBe('asked');
    const others = await Promise.all([codeOf(refund(id)), codeOf(refund(id))]);
    expect(others).toEqual(['billing.not_refundable', 'billing.not_refundable']);
    const { refunds, plan } = await orderOf(id);
    expect(refunds).toHaveLength(1);
    expect(plan.bar).toBe('under_way');
    expect(await tokensOf(buyer)).toBe(100);
  });

  test('two presses at the same moment ask once', async () => {
    const buyer = await site.join();
    const id = await desk.buy(buyer);
    await desk.control({ isSilent: true });
    const both = await Promise.all([codeOf(refund(id)), codeOf(refund(id))]);
    expect(both.toSorted()).toEqual(['billing.not_refundable', 'not refused']);
    expect((await orderOf(id)).refunds).toHaveLength(1);
  });

  test('that the biller refuses, or does not answer, books nothing and says so; it can be asked for again', async () => {
    const buyer = await site.join();
    const id = await desk.buy(buyer);
    await desk.control({ refunds: 'refused' });
    expect((await refund(id)).state).toBe('refused');
    await desk.control({ refunds: 'away' });
    expect((await refund(id)).state).toBe('unknown');
    expect((await orderOf(id)).order).toMatchObject({ state: 'succeeded', refund: 'unknown' });
    expect(await tokensOf(buyer)).toBe(100);
    await desk.control({});
    await refund(id);
    await eventually(async () => expect((await orderOf(id)).order.state).toBe('refunded'));
    expect((await orderOf(id)).refunds.map(({ state }) => state)).toEqual(['done', 'done', 'refused']);
  });

  test('whose process died while it asked counts as unknown, and its repeat asks no more', async () => {
    const buyer = await site.join();
    const id = await desk.buy(buyer);
    await desk.control({ isSilent: true });
    const key = uuidv7();
    await refund(id, key);
    await sql`update order_refunds set state = 'asking', asked_at = now() - interval '2 minutes' where order_id = ${id}`.execute(
      site.database.kysely,
    );
    await sql`delete from idempotent_answers`.execute(site.database.kysely);
    expect((await orderOf(id)).refunds).toMatchObject([{ state: 'unknown' }]);
    expect((await refund(id, key)).state).toBe('unknown');
    expect((await orderOf(id)).refunds).toHaveLength(1);
  });

  test('of spent tokens tells before what follows: the balance falls below its floor, and who was paid keeps it', async () => {
    const buyer = await site.join();
    const model = await site.join({ type: 'model' });
    const id = await desk.buy(buyer);
    await tip(buyer, model, 80);
    expect((await orderOf(id)).plan).toMatchObject({
      spent_tokens: 80,
      balance: 20,
      balance_after: -80,
      stops_spending: true,
    });
    await refund(id);
    await eventually(async () => expect((await orderOf(id)).order.state).toBe('refunded'));
    const balance = await site.site.ledger.balanceOf(buyer.id as never);
    expect([balance.posted, balance.spendable]).toEqual([-80, 0]);
    expect((await site.site.ledger.earningsOf(model.id as never)).posted).toBe(48);
  });

  test('of an order that was not paid, or is not there, is refused (billing.not_refundable)', async () => {
    const buyer = await site.join();
    const declined = await desk.buy(buyer, 'tokens_50', '4000 0000 0000 0002');
    expect((await orderOf(declined)).plan.bar).toBe('not_paid');
    expect(await codeOf(refund(declined))).toBe('billing.not_refundable');
    expect(await codeOf(refund(uuidv7()))).toBe('common.not_found');
  });
});

describe('the ledger', () => {
  test('lists movements of an account of the operator and of a person, by kind and day', async () => {
    const buyer = await site.join();
    await desk.buy(buyer);
    const spending = String(buyer.id * 8 + 1);
    const own = await admin.call('listTransfers', { query: { account: spending } });
    expect(own.items).toMatchObject([{ kind: 'purchase', unit: 'tokens' }]);
    const byPath = await admin.call('listAccountTransfers', { params: { id: spending } });
    expect(byPath.items).toEqual(own.items);
    const receivable = await admin.call('listTransfers', { query: { account: '-64', limit: '1' } });
    expect(receivable.items[0]!.postings[0]).toMatchObject({ name: 'receivable', biller: 'sandbox' });
    const kind = await admin.call('listTransfers', { query: { account: spending, kind: 'tip' } });
    expect(kind.items).toEqual([]);
    const old = await admin.call('listTransfers', { query: { account: spending, to: '2026-01-01' } });
    expect(old.items).toEqual([]);
    expect(await codeOf(admin.call('listTransfers', { query: { account: '-9999' } }))).toBe(
      'common.not_found',
    );
  });

  test('tells what the reconciler found, with its meaning', async () => {
    await site.site.ledger.reconcile();
    const health = await admin.call('getLedgerHealth');
    expect(health).toMatchObject({ sum: 0, drift: 0, findings: [] });
    expect(health.months.at(-1)).toMatchObject({ state: 'open', can_be_sealed: false, transfers: null });
    const report = {
      scope: 'all',
      checkedAt: '2026-11-22T10:00:00.000Z',
      accounts: 3,
      findings: [{ finding: 'sum_not_zero', account: null, transferId: null, detail: '5' }],
    };
    await sql`update ledger.reconciliation set report = ${JSON.stringify(report)}`.execute(
      site.database.kysely,
    );
    expect(await admin.call('getLedgerHealth')).toMatchObject({
      sum: 5,
      drift: 1,
      checked_at: '2026-11-22T10:00:00.000Z',
      findings: [{ finding: 'sum_not_zero', meaning: expect.stringContaining('not 0') as string }],
    });
  });
});

test('nobody but admins with a password given lately is let in', async () => {
  const stranger = await site.join();
  const auditor = await site.join({ roles: ['auditor'] });
  for (const who of [stranger, auditor]) {
    expect(await codeOf(who.call('listDeskOrders'))).toBe('common.forbidden');
    expect(await codeOf(who.call('getLedgerHealth'))).toBe('common.forbidden');
  }
  const late = await desk.joinAdmin();
  await sql`update sessions set sudo_until = now() - interval '1 minute' where account_id = ${late.id}`.execute(
    site.database.kysely,
  );
  expect(await codeOf(late.call('listDeskOrders'))).toBe('common.sudo_required');
});
