import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';

const site = await useTestSite({
  env: { ...BEHIND_PROXY, VELOCITY_LIMITS: 'orders=6,declines=2,cards=2,network=2' },
});
const { kysely } = site.database;
const admin = await site.join();
await sql`update accounts set is_admin = true where id = ${admin.id}`.execute(kysely);

let networks = 0;
const join = (from = `10.9.${networks++}.1`) => site.join({ from: { address: from } });
const buy = (buyer: Member, product = 'tokens_50') =>
  codeOf(buyer.call('getPurchaseLink', { params: { internal_id: product } }));
const blocksOf = async ({ username }: Member) => {
  const { items } = await admin.call('listPurchaseBlocks');
  return items.filter(({ user }) => user.username === username);
};
const keepCard = (buyer: Member, token: string, biller = 'ccbill') =>
  sql`insert into cards (id, account_id, biller, card_token, brand, last4)
    values (${uuidv7()}, ${buyer.id}, ${biller}, ${token}, 'Visa', '4242')`.execute(kysely);

test('an account that orders too often is sent to support, and staff sees why (billing.contact_support)', async () => {
  const buyer = await join();
  for (const product of ['tokens_50', 'tokens_100', 'tokens_200', 'tokens_500', 'tokens_1000', 'tokens_50'])
    expect(await buy(buyer, product)).toBe('not refused');
  // The last one was the first again: an open order is used once more.
  expect(await buy(buyer)).toBe('not refused');
  await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency)
    values (${uuidv7()}, ${buyer.id}, 'sandbox', 'tokens_50', 50, 500, 'USD')`.execute(kysely);
  expect(await buy(buyer)).toBe('billing.contact_support');
  expect(
    await codeOf(buyer.call('openPurchase', { params: { biller: 'sandbox', internal_id: 'tokens_50' } })),
  ).toBe('billing.contact_support');
  const purchase = buyer.call('purchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_50' },
    body: {},
    idempotencyKey: uuidv7(),
  });
  expect(await codeOf(purchase)).toBe('billing.contact_support');
  expect(await blocksOf(buyer)).toMatchObject([{ reason: 'orders', count: 6, stops_at: 6, tries: 3 }]);
  // An hour later it is open again.
  await sql`update orders set created_at = now() - interval '2 hours' where account_id = ${buyer.id}`.execute(
    kysely,
  );
  expect(await buy(buyer)).toBe('not refused');
});

test('so is one that was declined too often', async () => {
  const buyer = await join();
  for (let count = 0; count < 2; count++)
    await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
      values (${uuidv7()}, ${buyer.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'declined', now())`.execute(
      kysely,
    );
  expect(await buy(buyer)).toBe('billing.contact_support');
  expect(await blocksOf(buyer)).toMatchObject([{ reason: 'declines', tries: 1 }]);
  // Nor is there another way to try a card.
  expect(await codeOf(buyer.call('startCard', { body: {} }))).toBe('billing.contact_support');
  await keepCard(buyer, 'of one’s own', 'sandbox');
  const again = { body: { internal_id: 'tokens_50' }, idempotencyKey: uuidv7() };
  expect(await codeOf(buyer.call('reUpNow', again))).toBe('billing.contact_support');
  expect(await blocksOf(buyer)).toMatchObject([{ reason: 'declines', tries: 3 }]);
});

test('their cards are charged by nothing that runs by itself either, and no other card is put on file', async () => {
  const buyer = await join();
  await keepCard(buyer, 'sbx_424242', 'sandbox');
  for (let count = 0; count < 2; count++)
    await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
      values (${uuidv7()}, ${buyer.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'declined', now())`.execute(
      kysely,
    );
  const again = () =>
    codeOf(buyer.call('reUpNow', { body: { internal_id: 'tokens_50' }, idempotencyKey: uuidv7() }));
  expect(await again()).toBe('billing.contact_support');
  expect(await codeOf(buyer.call('startCard', { body: {} }))).toBe('billing.contact_support');
  expect((await buyer.call('getReUp')).charges).toEqual([]);
  expect(await blocksOf(buyer)).toMatchObject([{ reason: 'declines', tries: 2 }]);
  // An hour later it is charged again.
  await sql`update orders set settled_at = now() - interval '2 hours' where account_id = ${buyer.id}`.execute(
    kysely,
  );
  expect(await again()).not.toBe('billing.contact_support');
});

test('one whose card others have, but not where it is the sandbox’s test card', async () => {
  const buyer = await join();
  const others = [await join(), await join()];
  for (const one of [buyer, ...others]) await keepCard(one, 'test', 'sandbox');
  expect(await buy(buyer)).toBe('not refused');
  for (const one of [buyer, ...others]) await keepCard(one, 'shared');
  expect(await buy(buyer)).toBe('billing.contact_support');
  expect(await blocksOf(buyer)).toMatchObject([{ reason: 'cards', count: 2 }]);
});

test('and one of a network from which many others bought on that day', async () => {
  const near = [await join('198.51.100.7'), await join('198.51.100.8'), await join('198.51.100.200')];
  expect(await buy(near[0]!)).toBe('not refused');
  expect(await buy(near[1]!)).toBe('not refused');
  expect(await buy(near[2]!)).toBe('billing.contact_support');
  expect(await blocksOf(near[2]!)).toMatchObject([{ reason: 'network', count: 2 }]);
  expect(await buy(await join('198.51.101.7'))).toBe('not refused');
});

test('a mark that the list did not make is refused', async () => {
  expect((await admin.call('listPurchaseBlocks')).items.length).toBeGreaterThan(0);
  for (const cursor of ['-271821-04-20', '0000-01-01T00:00:00.000Z', '2026-02-31T99:00:00.000Z', 'x'])
    expect(await codeOf(admin.call('listPurchaseBlocks', { query: { cursor } }))).toBe(
      'common.invalid_input',
    );
});

test('nobody but staff sees who was refused', async () => {
  const stranger = await join();
  expect(await codeOf(stranger.call('listPurchaseBlocks'))).toBe('common.forbidden');
});
