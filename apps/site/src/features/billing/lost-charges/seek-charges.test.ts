import type { Biller } from '@klieg/contract';
import { silentLog, type Uuid } from '@klieg/kernel';
import {
  noFaults,
  startCcbillTwin,
  startEpochTwin,
  startRocketgateTwin,
  type BillerTwin,
} from '@klieg/sandbox';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import type { BillerPort } from '../billers/port/biller-port.ts';
import { makeCcbill } from '../billers/ccbill/index.ts';
import { makeEpoch } from '../billers/epoch/index.ts';
import { makeRocketgate } from '../billers/rocketgate/index.ts';
import { makeChargeCard } from '../orders/charge-card.ts';
import { makeOrderStore } from '../orders/order-store.ts';
import { makeProductStore } from '../products/product-store.ts';
import { isListed, testSeal } from '../billers/testing-benches.ts';
import { endOf, openTestOrders } from '../orders/testing-orders-store.ts';
import { openShop } from '../testing-shop.ts';
import { composeLostCharges } from './compose-lost-charges.ts';
import { ageCharge, forgetLooks } from './testing-lost-charges-store.ts';

const { database } = await useTestDatabase();
const shop = await openShop(database);
const orders = makeOrderStore(database);
const account = { account: '900123', subaccount: '0001', salt: 'salt' };
const user = { name: 'shop', password: 'datalink' };
const app = { id: 'app', secret: 'rest' };
const ccbill = await startCcbillTwin({ ...account, user, app, webhookUrl: shop.postUrl('ccbill') });
const gate = { merchant: '1', password: 'testpassword', hashSecret: 'hashsecret' };
const rocketgate = await startRocketgateTwin({ ...gate, postUrl: shop.postUrl('rocketgate') });
const epoch = await startEpochTwin({
  company: 'co123',
  key: 'testkey',
  prices: { pi500: 5_000 },
  postUrl: shop.postUrl('epoch'),
});
const twins: readonly BillerTwin[] = [ccbill, rocketgate, epoch];
afterAll(async () => {
  await Promise.all(twins.map((twin) => twin.close()));
  await shop.close();
});

const base = { isListed, seal: testSeal };
const at = ({ url }: BillerTwin) => ({ forms: url, charges: url, datalink: url, rest: url });
const billers = new Map<Biller, BillerPort>(
  [
    makeCcbill({ ...base, ...account, user, app, form: 'form0001', hosts: at(ccbill) }),
    makeRocketgate({
      ...base,
      ...gate,
      site: '1',
      hosts: { pages: rocketgate.url, gateway: rocketgate.url },
    }),
    makeEpoch({
      ...base,
      name: 'epoch',
      company: 'co123',
      key: 'testkey',
      products: { tokens_500: 'pi500' },
      types: {},
      callbackUrl: shop.postUrl('epoch'),
      hosts: { pages: epoch.url, services: epoch.url },
    }),
  ].map((port) => [port.name, port]),
);
for (const port of billers.values()) shop.use(port);
const product = (await makeProductStore(database).findPackage('tokens_500'))!;
const mayCharge = async () => true;
const chargeCard = makeChargeCard({ orders, billers, mayCharge, takeAnswer: shop.take });
const makeNode = () => composeLostCharges({ database, log: silentLog }, { billers, takeAnswer: shop.take });
const node = makeNode();

/** Somebody's card is charged at a biller whose answer and posts are both lost. */
async function loseCharge(biller: Biller, { token = 'm1', isMade = true } = {}): Promise<Uuid> {
  const { account: buyer } = (await openTestOrders(database, 1, 'sandbox'))[0]!;
  await orders.keepCard(buyer, { biller, token, brand: 'VISA', last4: '4242' });
  const card = (await orders.listCards(buyer))[0]!;
  for (const twin of twins) {
    twin.posts.faults = { ...noFaults, isSilent: true };
    twin.isDeaf = true;
  }
  const gone: ReadonlyMap<Biller, BillerPort> = new Map(
    [...billers].map(([name, port]) => [
      name,
      { ...port, charge: async () => ({ kind: 'unknown' as const }) },
    ]),
  );
  const ask = isMade
    ? chargeCard
    : makeChargeCard({ orders, billers: gone, mayCharge, takeAnswer: shop.take });
  const { order, outcome } = await ask({
    account: buyer,
    biller,
    product,
    country: null,
    card,
    returnUrl: 'https://klieg.example/',
    limitCents: null,
  });
  expect(outcome).toBe('unknown');
  for (const twin of twins) twin.isDeaf = false;
  return order.id;
}
const seekAt = async (order: Uuid, minutes: number) => {
  await forgetLooks(database);
  await ageCharge(database, order, minutes);
  await node.seek();
};
const paid = { state: 'succeeded', posted: 550, suspended: '' };

beforeEach(() => {
  for (const twin of twins) {
    twin.posts.faults = noFaults;
    twin.isDeaf = false;
    twin.nextReason = '';
  }
  rocketgate.deafTo = '';
});

describe('RocketGate', () => {
  test('a charge that was confirmed is found by its invoice, once, also by two nodes at once', async () => {
    rocketgate.deafTo = 'CC_CONFIRM';
    const { account: buyer } = (await openTestOrders(database, 1, 'sandbox'))[0]!;
    await orders.keepCard(buyer, { biller: 'rocketgate', token: 'hash', brand: 'VISA', last4: '4242' });
    const card = (await orders.listCards(buyer))[0]!;
    const asked = {
      account: buyer,
      biller: 'rocketgate' as const,
      product,
      country: null,
      card,
      returnUrl: '',
      limitCents: null,
    };
    const { order } = await chargeCard(asked);
    rocketgate.deafTo = '';
    expect(await endOf(database, order.id)).toMatchObject({ state: 'sent', posted: 0 });
    await forgetLooks(database);
    await ageCharge(database, order.id, 1);
    await Promise.all([node.seek(), makeNode().seek(), makeNode().seek()]);
    expect(await endOf(database, order.id)).toMatchObject(paid);
    expect(await node.find(order.id)).toMatchObject({ isDecided: true });
  });

  test('one that was never confirmed is none, and the order ends when the gateway would know of it', async () => {
    const order = await loseCharge('rocketgate');
    await seekAt(order, 1);
    expect(await endOf(database, order)).toMatchObject({ state: 'sent', posted: 0 });
    expect(await node.find(order)).toMatchObject({ looks: 1, found: 'not_known', isDecided: false });
    await seekAt(order, 16);
    expect(await endOf(database, order)).toMatchObject({
      state: 'declined',
      decline_code: 'RETRY',
      posted: 0,
    });
  });

  test('a decline whose answer was lost is told with its reason', async () => {
    rocketgate.nextReason = '105';
    const order = await loseCharge('rocketgate');
    await seekAt(order, 1);
    expect(await endOf(database, order)).toMatchObject({
      state: 'declined',
      decline_code: 'INSUFFICIENTFUNDS',
      posted: 0,
    });
  });

  test('a gateway that is away decides nothing; after six hours a person sees the charge', async () => {
    const order = await loseCharge('rocketgate');
    rocketgate.isDeaf = true;
    await seekAt(order, 30);
    expect(await node.find(order)).toMatchObject({ found: 'no_answer', deskAt: null });
    await seekAt(order, 361);
    expect(await node.find(order)).toMatchObject({ found: 'no_answer', deskAt: expect.any(Date) as Date });
    expect(await endOf(database, order)).toMatchObject({ state: 'sent', posted: 0 });
    // It may have been made: while nobody knows, nothing takes it for failed and charges again.
    await ageCharge(database, order, 25 * 60);
    await orders.expireOld();
    expect(await endOf(database, order)).toMatchObject({ state: 'sent', posted: 0 });
    rocketgate.isDeaf = false;
    await seekAt(order, 362);
    expect(await endOf(database, order)).toMatchObject({ state: 'declined', posted: 0 });
  });
});

/** Pays on CCBill's page, so that there is something to charge again. */
async function payAtCcbill(): Promise<string> {
  ccbill.posts.faults = noFaults;
  const order = await shop.openOrder('ccbill');
  const link = (await billers.get('ccbill')!.start(order, { returnUrl: 'https://klieg.example/' }))!;
  const before = ccbill.posts.acknowledged.length;
  await fetch(link, { method: 'POST', body: '', headers: { 'content-type': 'text/plain' } });
  await expect.poll(() => ccbill.posts.acknowledged.length).toBeGreaterThan(before);
  return ccbill.payments.at(-1)!;
}

describe('CCBill', () => {
  test('the one sale of its price that is nobody else’s pays the charge', async () => {
    const first = await payAtCcbill();
    const order = await loseCharge('ccbill', { token: `sub:${first}` });
    await seekAt(order, 1);
    expect(await endOf(database, order)).toMatchObject({ ...paid, transaction_id: ccbill.payments.at(-1) });
  });

  test('two charges that may both be it are decided by a person, with the sales to choose from', async () => {
    const first = await payAtCcbill();
    const [one, other] = [
      await loseCharge('ccbill', { token: `sub:${first}` }),
      await loseCharge('ccbill', { token: `sub:${first}`, isMade: false }),
    ];
    await ageCharge(database, other, 200);
    await seekAt(one, 200);
    const sought = await node.find(one);
    expect(sought).toMatchObject({ found: 'several', deskAt: expect.any(Date) as Date });
    const made = ccbill.payments.at(-1)!;
    expect(sought?.sales.map(({ transactionId }) => transactionId)).toEqual([made]);
    const decide = (id: Uuid, transactionId: string | null) =>
      database.kysely
        .transaction()
        .execute(async (transaction) =>
          node.keepDecision(transaction, (await orders.find(id))!, transactionId),
        );
    expect(await decide(one, made)).toBe(true);
    expect(await decide(one, null)).toBe(false);
    // What a crash has left between the decision and its effect.
    await makeNode().takeDecisions();
    await makeNode().takeDecisions();
    expect(await endOf(database, one)).toMatchObject({ ...paid, transaction_id: made });
    // Now there is one order left for no sale.
    await seekAt(other, 201);
    expect(await endOf(database, other)).toMatchObject({ state: 'declined', posted: 0 });
  });

  test('its extract is asked for once an hour by all nodes together', async () => {
    const first = await payAtCcbill();
    const order = await loseCharge('ccbill', { token: `sub:${first}`, isMade: false });
    await forgetLooks(database);
    const before = ccbill.extracts;
    for (let look = 0; look < 3; look++) {
      await ageCharge(database, order, 2);
      await Promise.all([node.seek(), makeNode().seek()]);
    }
    expect(ccbill.extracts).toBe(before + 1);
  });
});

describe('Epoch', () => {
  test.each([true, false])('its feed tells the charge, naming the order: %s', async (isNamed) => {
    const token = `77${isNamed ? 1 : 2}`;
    const order = await loseCharge('epoch', { token });
    epoch.posts.faults = noFaults;
    const before = epoch.posts.acknowledged.length;
    epoch.feed(epoch.payments.at(-1)!, isNamed);
    await expect.poll(() => epoch.posts.acknowledged.length).toBeGreaterThan(before);
    await seekAt(order, 20);
    await shop.workOff();
    expect(await endOf(database, order)).toMatchObject({ ...paid, unsettled: 0 });
  });

  test('what nobody tells is shown to a person, who says that nothing was charged', async () => {
    const order = await loseCharge('epoch', { token: '888', isMade: false });
    await seekAt(order, 300);
    expect(await node.find(order)).toMatchObject({ found: 'no_answer', deskAt: null });
    await seekAt(order, 400);
    expect(await node.find(order)).toMatchObject({ deskAt: expect.any(Date) as Date });
    await database.kysely
      .transaction()
      .execute(async (transaction) => node.keepDecision(transaction, (await orders.find(order))!, null));
    await node.seek();
    expect(await endOf(database, order)).toMatchObject({ state: 'declined', posted: 0 });
  });
});

test('a charge that its post decides is looked for no more', async () => {
  const order = await loseCharge('epoch', { token: '999' });
  await shop.take('epoch', { ...(await approvalOf(order)) }, Buffer.from('{}'));
  await seekAt(order, 5);
  expect(await node.find(order)).toMatchObject({ isDecided: true, looks: 0 });
});

const approvalOf = async (order: Uuid) => ({
  eventId: `of ${order}`,
  kind: 'approved' as const,
  orderId: order,
  transactionId: `t ${order}`,
  amountCents: 5_000,
  currency: null,
  declineCode: null,
  card: null,
});
