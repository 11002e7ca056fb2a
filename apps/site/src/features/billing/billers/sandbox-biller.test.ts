import type { AddressInfo } from 'node:net';
import { silentLog, type Uuid } from '@klieg/kernel';
import { makeSandboxBiller as makeSandbox } from '@klieg/sandbox';
import { afterAll, expect, test } from 'vitest';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { composeLostCharges } from '../lost-charges/compose-lost-charges.ts';
import { makeOrderStore } from '../orders/order-store.ts';
import { makeProductStore } from '../products/product-store.ts';
import { makeSandboxBiller } from './sandbox-biller.ts';
import { ageCharge, forgetLooks } from '../lost-charges/testing-lost-charges-store.ts';
import { endOf, openTestOrders } from '../orders/testing-orders-store.ts';
import { openShop } from '../testing-shop.ts';

/* Charges of the sandbox biller whose posts never arrive, as those of a node that died before it asked, or just after. */

const { database } = await useTestDatabase();
const shop = await openShop(database);
const orders = makeOrderStore(database);
const sandbox = makeSandbox({ secret: 'secret', log: silentLog });
await sandbox.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await sandbox.close();
  await shop.close();
});

// Nobody listens at the discard port: what it posts is lost.
const port = makeSandboxBiller({
  publicUrl: url,
  serverUrl: url,
  secret: 'secret',
  callbackUrl: 'http://127.0.0.1:9/',
});
shop.use(port);
const billers = new Map([[port.name, port]]);
const node = composeLostCharges({ database, log: silentLog }, { billers, takeAnswer: shop.take });
const product = (await makeProductStore(database).findPackage('tokens_500'))!;
const CARDS = { good: 'sbx_4424242', poor: 'sbx_4009995' } as const;

/** An order that was sent to the biller, which has heard of it or not. */
async function loseCharge(card: keyof typeof CARDS, { isMade = true } = {}): Promise<Uuid> {
  const { account } = (await openTestOrders(database, 1, 'sandbox'))[0]!;
  await orders.keepCard(account, { biller: 'sandbox', token: CARDS[card], brand: 'Visa', last4: '4242' });
  const [kept] = await orders.listCards(account);
  const order = (await orders.reserve({
    account,
    biller: 'sandbox',
    product,
    way: 'charge',
    limitCents: null,
  }))!;
  await orders.markSent(order.id, kept!.id);
  if (isMade)
    expect(await port.charge(order, kept!.token, { returnUrl: 'http://localhost/' })).toEqual({
      kind: 'asked',
    });
  return order.id;
}
async function seekAt(order: Uuid, minutes: number): Promise<void> {
  await forgetLooks(database);
  await ageCharge(database, order, minutes);
  await node.seek();
}

test('a charge that was made is found by its order, and counts once, also where another of its price is lost', async () => {
  const [made, never] = [await loseCharge('good'), await loseCharge('good', { isMade: false })];
  await seekAt(never, 0);
  expect(await endOf(database, never)).toMatchObject({ state: 'sent', posted: 0 });
  await seekAt(made, 1);
  expect(await endOf(database, made)).toMatchObject({ state: 'succeeded', posted: 550, suspended: '' });
  await seekAt(never, 1);
  expect(await endOf(database, never)).toMatchObject({ state: 'declined', decline_code: 'RETRY', posted: 0 });
  await seekAt(made, 2);
  expect(await endOf(database, made)).toMatchObject({ state: 'succeeded', posted: 550 });
});

test('a decline is found with its reason', async () => {
  const order = await loseCharge('poor');
  await seekAt(order, 1);
  expect(await endOf(database, order)).toMatchObject({
    state: 'declined',
    decline_code: 'INSUFFICIENTFUNDS',
    posted: 0,
  });
});

test('a biller that is away or does not know the secret decides nothing', async () => {
  const order = await loseCharge('good');
  const given = { publicUrl: url, serverUrl: url, secret: 'another', callbackUrl: 'http://127.0.0.1:9/' };
  for (const other of [given, { ...given, secret: 'secret', serverUrl: 'http://127.0.0.1:9' }]) {
    const answers = await makeSandboxBiller(other).lostCharges!.ask([(await orders.find(order))!]);
    expect(answers).toEqual([{ kind: 'no_answer' }]);
  }
});
