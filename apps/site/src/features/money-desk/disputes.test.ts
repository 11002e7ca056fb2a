import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();

const transactionOf = async (id: string) =>
  (await admin.call('getDeskOrder', { params: { id } })).order.transaction_id!;
const listed = async (state?: 'open' | 'won' | 'lost') =>
  (await admin.call('listDisputes', { query: state ? { state } : {} })).items;

/** An order that was bought and charged back. */
const dispute = async () => {
  const buyer = await site.join();
  const id = await desk.buy(buyer);
  const transaction = await transactionOf(id);
  await desk.reverse('charged_back', transaction, 1_000);
  await eventually(async () => expect(await desk.stateOf(buyer, id)).toBe('charged_back'));
  return { buyer, id, transaction };
};

test('a chargeback stands on the desk with the time that its scheme gives, and is won when the bank gives it back', async () => {
  const { buyer, id, transaction } = await dispute();
  const [first] = await listed('open');
  expect(first).toMatchObject({
    order_id: id,
    user: { username: buyer.username },
    state: 'open',
    amount: 1_000,
    card: { brand: 'Visa', last4: '4242' },
    exported_at: null,
  });
  const days = (Date.parse(first!.due_at) - Date.parse(first!.told_at)) / 86_400_000;
  expect(days).toBe(30);
  await desk.reverse('dispute_won', transaction, 1_000);
  await eventually(async () => expect((await listed('won')).map((one) => one.order_id)).toContain(id));
  expect((await listed('open')).map((one) => one.order_id)).not.toContain(id);
});

test.runIf(isFullRun)('whose time is over is lost; pages of one state go on where they ended', async () => {
  const old = await dispute();
  const fresh = await dispute();
  await sql`update postbacks set received_at = now() - interval '31 days'
    where transaction_id = ${old.transaction} and body like '%charged_back%'`.execute(site.database.kysely);
  expect((await listed('lost')).map((one) => one.order_id)).toEqual([old.id]);
  const page = await admin.call('listDisputes', { query: { limit: '1' } });
  expect(page.items.map((one) => one.order_id)).toEqual([fresh.id]);
  const next = await admin.call('listDisputes', { query: { limit: '1', cursor: page.next_cursor! } });
  expect(next.items.map((one) => one.order_id)).toEqual([old.id]);
});

test('its evidence has the order, the earlier purchases, log-ins, accepted texts and spends, as a page and as data; taking it stands in the audit log', async () => {
  const buyer = await site.join({ byForm: true });
  const model = await site.join({ type: 'model' });
  const earlier = await desk.buy(buyer, 'tokens_50');
  await sql`update postbacks set received_at = now() - interval '200 days' where order_id = ${earlier}`.execute(
    site.database.kysely,
  );
  const id = await desk.buy(buyer);
  await buyer.call('sendTip', {
    params: { id: String(model.id) },
    body: { amount: 60 },
    idempotencyKey: uuidv7(),
  });
  const transaction = await transactionOf(id);
  await desk.reverse('charged_back', transaction, 1_000);
  await eventually(async () => expect(await desk.stateOf(buyer, id)).toBe('charged_back'));
  const { html, evidence, file_name: name } = await admin.call('exportEvidence', { params: { id } });
  expect(name).toBe(`evidence-${id}`);
  expect(evidence).toMatchObject({
    dispute: { amount: 1_000, transaction_id: transaction, card: { brand: 'Visa' } },
    order: { order_id: id, tokens: 100 },
    buyer: { username: buyer.username, email: `${buyer.username}@example.org` },
    logins: [{ address: expect.stringContaining('127.0.0.1') as string }],
    compelling_evidence_3: {
      is_met: false,
      purchases: [{ order_id: earlier, undisputed: true, counts: true, matches: ['account', 'card'] }],
    },
    delivered: { spends: [{ kind: 'tip', tokens: 10, receiver: model.username }] },
  });
  expect((evidence['accepted_texts'] as unknown[]).length).toBeGreaterThan(0);
  for (const part of [transaction, buyer.username, earlier, model.username]) expect(html).toContain(part);
  expect(html).not.toContain('<script');
  const { items } = await boss.call('listAudit', { query: { target: `order:${id}` } });
  expect(items[0]).toMatchObject({ action: 'disputes.evidence_exported', actor: admin.username });
  const found = (await listed()).find((one) => one.order_id === id);
  expect(found?.exported_at).not.toBeNull();
});

test('what people chose for themselves cannot write into the page', async () => {
  const { buyer, id } = await dispute();
  await sql`update sessions set user_agent = '<script>alert(1)</script>' where account_id = ${buyer.id}`.execute(
    site.database.kysely,
  );
  const { html } = await admin.call('exportEvidence', { params: { id } });
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;');
});

test('of an order that nobody disputed there is no evidence, and strangers get none', async () => {
  const buyer = await site.join();
  const id = await desk.buy(buyer);
  expect(await codeOf(admin.call('exportEvidence', { params: { id } }))).toBe('common.not_found');
  expect(await codeOf(buyer.call('exportEvidence', { params: { id } }))).toBe('common.forbidden');
  expect(await codeOf(buyer.call('listDisputes'))).toBe('common.forbidden');
});
