import type { Uuid } from '@klieg/kernel';
import { startPaygardenTwin } from '@klieg/sandbox';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { ageOrder, endOf } from '../orders/testing-orders-store.ts';
import { openShop } from '../testing-shop.ts';
import { makeOrderSeal } from '../billers/port/seal-order.ts';
import { makePaygarden } from '../billers/paygarden/index.ts';

const { database } = await useTestDatabase();
const shop = await openShop(database);
const account = { partner: 'shop', product: 'tokens', apiKey: 'a shared secret' };
const twin = await startPaygardenTwin(account);
const seal = makeOrderSeal(Buffer.from('key'));
shop.use(makePaygarden({ ...account, seal, callbackUrl: shop.postUrl('paygarden'), host: twin.url }));
const port = makePaygarden({ ...account, seal, callbackUrl: shop.postUrl('paygarden'), host: twin.url });
afterAll(async () => {
  await twin.close();
  await shop.close();
});

const pay = async (order: Awaited<ReturnType<typeof shop.openOrder>>, units: number) => {
  twin.units = units;
  const link = (await port.start(order, { returnUrl: 'https://klieg.example/' }))!;
  await fetch(link, { method: 'POST', body: '', redirect: 'manual' });
};
const ends = (order: Uuid, end: object) =>
  eventually(async () => expect(await endOf(database, order)).toMatchObject(end));

test('a gift card credits its units whatever was ordered, each card once, and a cancel takes that card back', async () => {
  const order = await shop.openOrder('paygarden');
  await pay(order, 250);
  await ends(order.id, { state: 'succeeded', posted: 250, suspended: '' });
  expect(await shop.find(order.id)).toMatchObject({ tokens: 250, amountCents: 2_500 });
  await pay(order, 100);
  await ends(order.id, { state: 'succeeded', posted: 350 });
  const [first, second] = twin.payments;
  twin.reverse('voided', first!, 0);
  await ends(order.id, { state: 'succeeded', posted: 100 });
  twin.reverse('voided', second!, 0);
  await ends(order.id, { state: 'refunded', posted: 0 });
});

test('posts without the shared secret, of other products or of no whole units say nothing, and the answer names the account', async () => {
  const { id } = await shop.openOrder('paygarden');
  const fields = {
    'api-key': account.apiKey,
    'txn-type': 'initial',
    passthrough: seal.seal(id),
    'account-id': 'k7',
    'product-id': 'tokens',
    'units-sold': '50',
    'txn-id': 't1',
  };
  const read = (changed: Partial<typeof fields>) =>
    port.readPost(
      {
        bytes: Buffer.from(new URLSearchParams({ ...fields, ...changed }).toString()),
        headers: {},
        query: '',
        address: '',
      },
      0,
    );
  expect(await read({})).toMatchObject({
    events: [{ paidTokens: 50, amountCents: 500 }],
    acknowledgement: {
      contentType: 'application/json',
      body: '{"success":true,"username":"k7","account-id":"k7"}',
    },
  });
  for (const wrong of [
    { 'api-key': 'other' },
    { 'product-id': 'other' },
    { passthrough: 'other' },
    { 'units-sold': '1.5' },
    { 'units-sold': '-5' },
    { 'units-sold': '99999999' },
    { 'txn-type': 'other' },
  ])
    expect(await read(wrong)).toBeUndefined();
});

test('orders of vouchers and coins wait for seven days, all others for one: S2404', async () => {
  for (const [biller, days] of [
    ['cashtocode', 7],
    ['paygarden', 7],
    ['rocketfuel', 7],
    ['ccbill', 1],
  ] as const) {
    const { id } = await shop.openOrder(biller);
    await ageOrder(database, id, days - 1);
    await shop.expireOld();
    expect(await endOf(database, id)).toMatchObject({ state: 'sent' });
    await ageOrder(database, id, days + 1);
    await shop.expireOld();
    expect(await endOf(database, id)).toMatchObject({ state: 'expired' });
  }
});
