import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from '#site/app/testing-site.ts';
import { openTestDesk } from '#site/app/testing-desk-store.ts';
import { makeTraceSeal } from './seal-trace.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const desk = openTestDesk(site);
const ADDRESS = '198.51.100.7';
const rowsOf = async (order: string) =>
  (
    await sql<{ sealed: Buffer; account_days: number; undisputed_purchases: number }>`
      select sealed, account_days, undisputed_purchases from purchase_traces where order_id = ${order}`.execute(
      site.database.kysely,
    )
  ).rows;

test('what is sealed is opened by its own key alone, and nothing of it may be altered', () => {
  const seal = makeTraceSeal(Buffer.alloc(32, 1));
  const trace = { address: '2001:db8::1', device: null };
  const sealed = seal.seal(trace);
  expect(seal.open(sealed)).toEqual(trace);
  expect(seal.seal(trace)).not.toEqual(sealed);
  expect(makeTraceSeal(Buffer.alloc(32, 2)).open(sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed);
    altered[at]! ^= 1;
    expect(seal.open(altered)).toBeUndefined();
  }
  for (const short of [0, 5, 12, 28]) expect(seal.open(sealed.subarray(0, short))).toBeUndefined();
});

test('each way to buy leaves a trace that the database alone cannot read, with age and purchases of the buyer', async () => {
  const buyer = await site.join({ from: { address: ADDRESS } });
  await sql`update accounts set created_at = now() - interval '90 days' where id = ${buyer.id}`.execute(
    site.database.kysely,
  );
  const first = await desk.buy(buyer, 'tokens_50');
  const device = 'd'.repeat(32);
  const opened = await buyer.call('openPurchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_200' },
    query: { fingerprint: device },
  });
  const charged = await buyer.call('purchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_100' },
    body: { fingerprint: device },
    idempotencyKey: uuidv7(),
  });
  for (const [order, purchases] of [
    [first, 0],
    [opened.order_id, 1],
    [charged.order_id, 1],
  ] as const) {
    const [row] = await rowsOf(order);
    expect(row).toMatchObject({ account_days: 90, undisputed_purchases: purchases });
    const text = row!.sealed.toString('latin1');
    expect(text).not.toContain(ADDRESS);
    expect(text).not.toContain(device);
  }
});

test('traces are forgotten after 400 days, and no sooner', async () => {
  const buyer = await site.join({ from: { address: ADDRESS } });
  const [old, young] = [await desk.buy(buyer, 'tokens_50'), await desk.buy(buyer, 'tokens_100')];
  const age = (order: string, days: number) =>
    sql`update purchase_traces set at = now() - make_interval(days => ${days}) where order_id = ${order}`.execute(
      site.database.kysely,
    );
  await age(old, 401);
  await age(young, 399);
  await site.site.doChores();
  expect([(await rowsOf(old)).length, (await rowsOf(young)).length]).toEqual([0, 1]);
});
