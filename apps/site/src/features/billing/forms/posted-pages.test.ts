import type { AddressInfo } from 'node:net';
import type { Biller } from '@klieg/contract';
import { silentLog, systemClock } from '@klieg/kernel';
import { noFaults, startEpochTwin, startRocketgateTwin } from '@klieg/sandbox';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBrake, makeHttpServer, makeRateLimiter } from '#site/platform/http/index.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makeVisitorOf } from '#site/platform/visitors/index.ts';
import type { BillerPort } from '../billers/port/biller-port.ts';
import { makeEpoch } from '../billers/epoch/index.ts';
import { makeRocketgate } from '../billers/rocketgate/index.ts';
import { makeChargeCard } from '../orders/charge-card.ts';
import { composeLostCharges } from '../lost-charges/compose-lost-charges.ts';
import { ageCharge, forgetLooks } from '../lost-charges/testing-lost-charges-store.ts';
import { makeOrderStore } from '../orders/order-store.ts';
import { makeProductStore } from '../products/product-store.ts';
import { isListed, testSeal } from '../billers/testing-benches.ts';
import { endOf, openTestOrders } from '../orders/testing-orders-store.ts';
import { openShop } from '../testing-shop.ts';
import { composeForms } from './compose-forms.ts';
import { challengePath, formPath, servePostedPages } from './serve-posted-pages.ts';

const RETURN_URL = 'https://klieg.example/account/tokens';
const { database } = await useTestDatabase();
const shop = await openShop(database);
const orders = makeOrderStore(database);
const billers = new Map<Biller, BillerPort>();
const gate = { merchant: '1', password: 'testpassword', hashSecret: 'hashsecret' };
const rocketgate = await startRocketgateTwin({ ...gate, postUrl: shop.postUrl('rocketgate') });
const epoch = await startEpochTwin({
  company: 'co123',
  key: 'testkey',
  prices: { pi500: 5_000 },
  postUrl: shop.postUrl('epoch'),
});

const site = makeHttpServer({ log: silentLog });
const isCountedHere = () => Promise.reject(new Error('this class is counted here alone'));
/** Of which the names of orders in these tests are made. */
const secretOf = () => Buffer.from('a key of this test alone');
const { forms } = composeForms({ database, secretOf }, { publicUrl: '' });
servePostedPages({
  forms,
  seal: testSeal,
  orders,
  billers,
  takeAnswer: shop.take,
  rateLimiter: makeRateLimiter({ clock: systemClock, store: { take: isCountedHere, prune: isCountedHere } }),
  brake: makeBrake(),
  visitorOf: makeVisitorOf({
    hops: 0,
    isProxy: () => false,
    countryHeader: undefined,
    regionHeader: undefined,
    findPlace: undefined,
  }),
  isGenerousToLoopback: true,
})(site);
await site.listen({ host: '127.0.0.1', port: 0 });
const address = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`;
const { keepForm } = composeForms({ database, secretOf }, { publicUrl: address });
afterAll(async () => {
  await Promise.all([site.close(), rocketgate.close(), epoch.close()]);
  await shop.close();
});

const base = { isListed, seal: testSeal, keepForm };
billers.set(
  'rocketgate',
  makeRocketgate({
    ...base,
    ...gate,
    site: '1',
    is3dSecure: true,
    hosts: { pages: rocketgate.url, gateway: rocketgate.url },
  }),
);
billers.set(
  'epoch',
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
);
for (const port of billers.values()) shop.use(port);
const chargeCard = makeChargeCard({ orders, billers, mayCharge: async () => true, takeAnswer: shop.take });
const lost = composeLostCharges({ database, log: silentLog }, { billers, takeAnswer: shop.take });

beforeEach(() => {
  for (const twin of [rocketgate, epoch]) twin.posts.faults = noFaults;
  Object.assign(rocketgate, { challenge: 'none', asksOnPage: false, deafTo: '', nextReason: '' });
});

interface Page {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}
const unescape = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
/** The form of a page. */
function formOf(html: string): Page {
  const inputs = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return {
    url: unescape(/action="([^"]*)"/.exec(html)![1]!),
    fields: Object.fromEntries(inputs.map(([, name, value]) => [unescape(name!), unescape(value!)])),
  };
}
const post = ({ url, fields }: Page) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });

/** Somebody's card is charged at RocketGate for a reason to confirm. */
async function buy(purpose: 'purchase' | 're_up' = 'purchase') {
  const { account } = (await openTestOrders(database, 1, 'sandbox'))[0]!;
  await orders.keepCard(account, { biller: 'rocketgate', token: 'hash', brand: 'VISA', last4: '4242' });
  rocketgate.nextReason = '202';
  const product = (await makeProductStore(database).findPackage('tokens_500'))!;
  const charged = await chargeCard({
    account,
    biller: 'rocketgate',
    product,
    country: null,
    card: (await orders.listCards(account))[0]!,
    returnUrl: RETURN_URL,
    limitCents: null,
    purpose,
  });
  if (charged.outcome !== 'page') throw new Error(`no page but ${charged.outcome}`);
  return charged;
}
/** Goes by our page to the bank's. @returns the bank's form back to us */
async function goToBank(link: string): Promise<Page> {
  const page = await fetch(link);
  expect(page.status).toBe(200);
  const form = formOf(await page.text());
  expect(page.headers.get('content-security-policy')).toContain(
    `form-action ${new URL(form.url).origin} https:;`,
  );
  expect(page.headers.get('cache-control')).toBe('no-store');
  const bank = await post(form);
  expect(bank.status).toBe(200);
  return formOf(await bank.text());
}

describe('a card on file at RocketGate whose holder has to confirm', () => {
  test.each(['step_up', 'request'] as const)(
    'goes to the page of their bank in the same window (%s), and pays once they come back with its yes',
    async (challenge) => {
      rocketgate.challenge = challenge;
      const { order, link, opens } = await buy();
      expect(opens).toBe('same_window');
      const back = await goToBank(link);
      expect(await endOf(database, order.id)).toMatchObject({ state: 'sent', posted: 0 });
      const answer = await post(back);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `${RETURN_URL}?ans=${encodeURIComponent(`Y|${order.id}`).replaceAll('%20', '+')}`,
      ]);
      expect(await endOf(database, order.id)).toMatchObject({ state: 'succeeded', posted: 550 });
      // A page that is sent again, and the link, are of no use any more.
      expect([(await post(back)).status, (await fetch(link)).status]).toEqual([404, 404]);
      expect(await endOf(database, order.id)).toMatchObject({ posted: 550, booked: 550, suspended: '' });
    },
  );

  test('who comes back twice at once pays once', async () => {
    rocketgate.challenge = 'step_up';
    const { order, link } = await buy();
    const back = await goToBank(link);
    const answers = await Promise.all([post(back), post(back), post(back)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404, 404]);
    expect(await endOf(database, order.id)).toMatchObject({ state: 'succeeded', posted: 550, suspended: '' });
  });

  test.each(['no', '', 'yes of another payment'])('and comes back with "%s" is declined', async (said) => {
    rocketgate.challenge = 'step_up';
    const { order, link } = await buy();
    const back = await goToBank(link);
    const answer = await post({ ...back, fields: { ...back.fields, PaRes: said } });
    expect(answer.headers.get('location')).toContain('ans=NAUTHCODE');
    expect(await endOf(database, order.id)).toMatchObject({
      state: 'declined',
      decline_code: 'AUTHCODE',
      posted: 0,
    });
  });

  test('and comes back while the gateway is away is looked for until it is decided', async () => {
    rocketgate.challenge = 'step_up';
    const { order, link } = await buy();
    const back = await goToBank(link);
    rocketgate.deafTo = 'CC_CONFIRM';
    expect((await post(back)).headers.get('location')).toBe(RETURN_URL);
    rocketgate.deafTo = '';
    expect(await endOf(database, order.id)).toMatchObject({ state: 'sent', posted: 0 });
    await lost.seek();
    expect(await endOf(database, order.id)).toMatchObject({ state: 'sent' });
    await forgetLooks(database);
    await ageCharge(database, order.id, 66);
    await lost.seek();
    expect(await endOf(database, order.id)).toMatchObject({ state: 'succeeded', posted: 550 });
  });

  test('goes to the hosted page where the gateway names no page of the bank, and where nobody is there', async () => {
    const { link, opens } = await buy();
    expect([link.startsWith(rocketgate.url), opens]).toEqual([true, undefined]);
    rocketgate.challenge = 'step_up';
    expect((await buy('re_up')).link.startsWith(rocketgate.url)).toBe(true);
  });

  test('confirms on the hosted page itself, which pays no sooner', async () => {
    rocketgate.asksOnPage = true;
    const order = await shop.openOrder('rocketgate');
    const link = (await billers.get('rocketgate')!.start(order, { returnUrl: RETURN_URL }))!;
    expect((await post({ url: link, fields: {} })).status).toBe(200);
    expect(await endOf(database, order.id)).toMatchObject({ state: 'sent', posted: 0 });
    expect((await post({ url: link, fields: { confirmed: '1' } })).status).toBe(303);
    await eventually(async () =>
      expect(await endOf(database, order.id)).toMatchObject({ state: 'succeeded', posted: 550 }),
    );
  });
});

test('Epoch’s FlexPost is posted by a page of ours, and its post pays as any', async () => {
  const order = await shop.openOrder('epoch');
  const link = (await billers.get('epoch')!.start(order, { returnUrl: RETURN_URL }))!;
  expect(link).toBe(`${address}${formPath(testSeal.seal(order.id))}`);
  const form = formOf(await (await fetch(link)).text());
  expect(form).toEqual({
    url: `${epoch.url}/secure/fpost.cgi`,
    fields: {
      co_code: 'co123',
      pi_code: 'pi500',
      reseller: 'a',
      no_userpass: '1',
      pi_returnurl: RETURN_URL,
      response_post: 'Y',
      product_description: '550 tokens',
      x_oid: testSeal.seal(order.id),
    },
  });
  const there = await post(form);
  expect(there.status).toBe(303);
  const paid = await post({ url: new URL(there.headers.get('location')!, epoch.url).href, fields: {} });
  expect(paid.headers.get('location')).toContain('ans=YGOODTEST');
  await eventually(async () =>
    expect(await endOf(database, order.id)).toMatchObject({ state: 'succeeded', posted: 550 }),
  );
  // Nothing of it waits for somebody to come back.
  expect((await post({ url: address + challengePath(testSeal.seal(order.id)), fields: {} })).status).toBe(
    404,
  );
});

test('names of orders that are forged, or have no form, lead nowhere; forms end after an hour and are forgotten after a day', async () => {
  const order = await shop.openOrder('epoch');
  const sealed = testSeal.seal(order.id);
  for (const name of [sealed, `${sealed.slice(0, -1)}x`, order.id, '..%2f'])
    expect((await fetch(address + formPath(name))).status).toBe(404);
  const link = (await billers.get('epoch')!.start(order, { returnUrl: RETURN_URL }))!;
  expect((await fetch(link)).status).toBe(200);
  await sql`update order_forms set made_at = now() - interval '61 minutes' where order_id = ${order.id}`.execute(
    database.kysely,
  );
  expect((await fetch(link)).status).toBe(404);
  await sql`update order_forms set made_at = now() - interval '25 hours' where order_id = ${order.id}`.execute(
    database.kysely,
  );
  expect(await forms.prune()).toBe(1);
});

test('what a biller names cannot write into the page', async () => {
  const order = await shop.openOrder('epoch');
  const fields = { '"><script>': '</form><script>alert(1)</script>"&' };
  const link = await keepForm(order, () => ({
    url: 'https://bank.example/a?b="c"',
    fields,
    returnUrl: RETURN_URL,
  }));
  const html = await (await fetch(link)).text();
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(formOf(html).fields).toEqual(fields);
});
