import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();

/** An order whose card was charged so many hours ago at a biller that this site cannot ask any more. */
async function loseCharge(hours: number) {
  const buyer = await site.join();
  const { order_id: id } = await buyer.call('getPurchaseLink', { params: { internal_id: 'tokens_100' } });
  await sql`
    insert into order_charges (order_id, biller, asked_at, look_at)
    values (${id}, 'epoch', now() - make_interval(hours => ${hours}), now())`.execute(site.database.kysely);
  await site.site.doChores();
  return { buyer, id };
}
const decide = (id: string, body: object) =>
  admin.call('decideCharge', { params: { id }, body: { note: 'As the biller shows it', ...body } as never });
const read = async (id: string) => (await admin.call('getDeskOrder', { params: { id } })).open_charge;
const openIds = async () =>
  (await admin.call('listDeskOrders', { query: { open_charge: '1' } })).items.map((one) => one.order_id);

test('a charge without an answer waits for its biller first, then for a person; what was paid credits once', async () => {
  const young = await loseCharge(1);
  expect(await read(young.id)).toMatchObject({ looks: 1, found: 'no_answer', needs_person: false });
  expect(await codeOf(decide(young.id, { outcome: 'not_charged' }))).toBe('money_desk.charge_decided');
  const { buyer, id } = await loseCharge(7);
  expect(await openIds()).toEqual([id]);
  expect(await read(id)).toMatchObject({ needs_person: true, sales: [] });
  const paid = { outcome: 'paid', transaction_id: 'sbx_found_by_hand' };
  const [one, other] = await Promise.all([codeOf(decide(id, paid)), codeOf(decide(id, paid))]);
  expect([one, other].toSorted()).toEqual(['money_desk.charge_decided', 'not refused']);
  expect(await desk.stateOf(buyer, id)).toBe('succeeded');
  expect((await buyer.call('getCurrentUser')).tokens).toBe(100);
  expect(await read(id)).toBeNull();
  expect(await openIds()).toEqual([]);
  const { items } = await boss.call('listAudit', { query: { target: `order:${id}` } });
  expect(items).toMatchObject([{ action: 'orders.charge_decided', actor: admin.username }]);
});

test('what was not charged ends the order, and a later post of the biller that it was paid still counts', async () => {
  const { buyer, id } = await loseCharge(7);
  expect(await decide(id, { outcome: 'not_charged' })).toMatchObject({ state: 'declined' });
  expect((await buyer.call('getCurrentUser')).tokens).toBe(0);
  await desk.approve(id, 'sbx_after_all', 1_000);
  await expect.poll(() => desk.stateOf(buyer, id)).toBe('succeeded');
});

test('a transaction that pays another order is refused, and so are orders that are none, half answers and strangers', async () => {
  const buyer = await site.join();
  const other = await desk.buy(buyer);
  const taken = (await admin.call('getDeskOrder', { params: { id: other } })).order.transaction_id!;
  const { id } = await loseCharge(7);
  expect(await codeOf(decide(id, { outcome: 'paid', transaction_id: taken }))).toBe(
    'money_desk.transaction_taken',
  );
  expect(await codeOf(decide(id, { outcome: 'paid' }))).toBe('common.invalid_input');
  expect(await codeOf(decide(uuidv7(), { outcome: 'not_charged' }))).toBe('common.not_found');
  const asStranger = buyer.call('decideCharge', {
    params: { id },
    body: { outcome: 'not_charged', note: 'mine' },
  });
  expect(await codeOf(asStranger)).toBe('common.forbidden');
  expect(await read(id)).toMatchObject({ needs_person: true });
});
