import type { Uuid } from '@klieg/kernel';
import type { Reversal } from '@klieg/sandbox';
import { noFaults } from '@klieg/sandbox';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { ageOrder, endOf } from '../orders/testing-orders-store.ts';
import { randomOf } from '@klieg/testing/random';
import { openShop } from '../testing-shop.ts';
import { benches, testSeal } from './testing-benches.ts';

const ALTERED = howMany(100, 10_000);
const { database } = await useTestDatabase();
const shop = await openShop(database);
afterAll(() => shop.close());
const context = { returnUrl: 'https://klieg.example/account/tokens', fingerprint: 'device' };

describe.each(benches)('$name', (spec) => {
  const opening = spec.open(shop.postUrl(spec.name)).then((bench) => {
    shop.use(bench.port);
    return bench;
  });
  afterAll(async () => (await opening).twin.close());
  beforeEach(async () => {
    const { twin } = await opening;
    twin.posts.faults = noFaults;
    twin.wrong = {};
    twin.isDeaf = false;
  });

  /** Pays an order on the biller's page as a buyer does, or is declined for a reason. */
  const pay = async (order: Awaited<ReturnType<typeof shop.openOrder>>, reason = '') => {
    const link = (await (await opening).port.start(order, context))!;
    expect((await fetch(link)).status).toBe(200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ reason }).toString();
    const answer = await fetch(link, { method: 'POST', headers: form, body, redirect: 'manual' });
    expect(answer.status).toBeLessThan(400);
  };
  const ends = (order: Uuid, end: object) =>
    eventually(async () => expect(await endOf(database, order)).toMatchObject(end));
  const paidOrder = async () => {
    const order = await shop.openOrder(spec.name);
    await pay(order);
    await ends(order.id, { state: 'succeeded', posted: 550, unsettled: 0 });
    return { order, payment: (await opening).twin.payments.at(-1)! };
  };
  /** Asks for a charge of a card on file that is declined for a reason. */
  const declineCharge = async (order: Awaited<ReturnType<typeof shop.openOrder>>, reason: string) => {
    const { port, twin } = await opening;
    twin.nextReason = reason;
    const answer = await port.charge(order, spec.cardToken!(twin), context);
    if (answer.kind === 'told') await shop.take(spec.name, answer.event, answer.bytes);
  };
  const tells = async (kind: Reversal) => (await opening).port.capabilities.tells.has(kind);

  test('credits what its post says was approved, and answers it to the byte: S2402', async () => {
    const { twin } = await opening;
    const before = twin.posts.acknowledged.length;
    await paidOrder();
    const { postsPerPayment = 1 } = spec;
    await eventually(async () => expect(twin.posts.acknowledged.length).toBe(before + postsPerPayment));
  });

  test.each(spec.reasons)('declines for "%s" as %s: S2403', async (reason, code) => {
    const order = await shop.openOrder(spec.name);
    if (spec.tellsDeclinesOf === 'page') await pay(order, reason);
    else await declineCharge(order, reason);
    await ends(order.id, { state: 'declined', decline_code: code, posted: 0 });
  });

  test('a post five times credits once', async () => {
    (await opening).twin.posts.faults = { ...noFaults, copies: 5 };
    const { order } = await paidOrder();
    const { twin } = await opening;
    await eventually(async () => expect(twin.posts.acknowledged.length).toBeGreaterThanOrEqual(5));
    await ends(order.id, { posted: 550, booked: 550, suspended: '' });
  });

  test('a post that comes after the order has ended still credits: S2404', async () => {
    const { twin } = await opening;
    twin.posts.faults = { ...noFaults, isReordered: true };
    const order = await shop.openOrder(spec.name);
    await pay(order);
    await ageOrder(database, order.id, 8);
    await shop.expireOld();
    expect(await endOf(database, order.id)).toMatchObject({ state: 'expired', posted: 0 });
    twin.posts.faults = noFaults;
    // The post that was held goes after the next one.
    await pay(await shop.openOrder(spec.name));
    await ends(order.id, { state: 'succeeded', posted: 550 });
  });

  test('posts of somebody else are refused and change nothing', async () => {
    const { twin } = await opening;
    twin.posts.faults = { ...noFaults, isForged: true };
    const order = await shop.openOrder(spec.name);
    await pay(order);
    await pay(order, spec.reasons[0]?.[0] ?? '');
    // A genuine post that was sent later has come.
    twin.posts.faults = noFaults;
    await paidOrder();
    expect(await endOf(database, order.id)).toMatchObject({ state: 'sent', posted: 0, suspended: '' });
  });

  test.each([{ amountCents: 100 }, { currency: 'EUR' }])(
    'a payment of %o credits nothing and is kept aside',
    async (wrong) => {
      const { twin } = await opening;
      if (spec.hasOwnAmounts || ('currency' in wrong && !spec.tellsCurrency)) return;
      twin.wrong = wrong;
      const order = await shop.openOrder(spec.name);
      await pay(order);
      await eventually(async () =>
        expect(await endOf(database, order.id)).toMatchObject({
          posted: 0,
          suspended: `${twin.payments.at(-1)} ${wrong.amountCents ?? 5_000}`,
        }),
      );
    },
  );

  test('refunds in parts, refunds, voids and chargebacks take back what they say, a dispute won gives it back: S2405', async () => {
    const { twin } = await opening;
    const taken = async (kind: Reversal, cents: number, end: object) => {
      if (!(await tells(kind))) return;
      const { order, payment } = await paidOrder();
      twin.reverse(kind, payment, cents);
      await ends(order.id, end);
    };
    await taken('refunded', 1_000, { state: 'succeeded', posted: 440 });
    await taken('refunded', 5_000, { state: 'refunded', posted: 0 });
    await taken('voided', 5_000, { state: 'refunded', posted: 0 });
    await taken('charged_back', 5_000, { state: 'charged_back', posted: 0 });
    if (!(await tells('dispute_won'))) return;
    const { order, payment } = await paidOrder();
    twin.reverse('charged_back', payment, 5_000);
    await ends(order.id, { state: 'charged_back', posted: 0 });
    twin.reverse('dispute_won', payment, 5_000);
    await ends(order.id, { state: 'succeeded', posted: 550 });
  });

  test('reports of fraud and alerts are facts of the order that they are about, and move nothing', async () => {
    const { port, twin } = await opening;
    const notices = (['fraud_reported', 'alerted'] as const).filter((one) =>
      port.capabilities.tells.has(one),
    );
    if (notices.length === 0) return expect(twin.notify).toBeUndefined();
    const { order, payment } = await paidOrder();
    for (const notice of notices) twin.notify!(notice, payment, 5_000);
    await eventually(async () =>
      expect(await shop.kindsOf(order.id)).toEqual(new Set(['approved', ...notices])),
    );
    await ends(order.id, { state: 'succeeded', posted: 550, booked: 550, unsettled: 0, suspended: '' });
  });

  test('a reversal that overtakes its payment counts once that has come', async () => {
    const { port, twin } = await opening;
    const told = [...port.capabilities.tells];
    const kind = (['refunded', 'voided', 'charged_back'] as const).find((one) => told.includes(one));
    // Where a payment begins with a post, there is none to take back before that has come.
    if (!kind || spec.postsPerPayment) return;
    twin.posts.faults = { ...noFaults, isReordered: true };
    const order = await shop.openOrder(spec.name);
    await pay(order);
    const payment = twin.payments.at(-1)!;
    twin.reverse(kind, payment, 5_000);
    await eventually(async () => {
      await shop.workOff();
      expect(await endOf(database, order.id)).toMatchObject({
        posted: 0,
        booked: 0,
        transaction_id: payment,
      });
    });
  });

  test('a refund that is asked for is told by the answer or by a post, and takes the tokens back: S2405', async () => {
    const { port } = await opening;
    const ask = async (transactionId: string, amountCents: number, isWhole: boolean) => {
      const answer = await port.refund({ transactionId, amountCents, currency: 'USD', isWhole });
      if (answer.kind === 'told') await shop.take(spec.name, answer.event, answer.bytes);
      return answer.kind;
    };
    const { order, payment } = await paidOrder();
    const { refunds } = port.capabilities;
    if (refunds === 'none') return expect(await ask(payment, 5_000, true)).toBe('refused');
    if (refunds === 'any_amount') {
      expect(['told', 'asked']).toContain(await ask(payment, 1_000, false));
      await ends(order.id, { state: 'succeeded', posted: 440 });
    }
    expect(await ask('nobody', 5_000, true)).toBe('refused');
    const other = await paidOrder();
    expect(['told', 'asked']).toContain(await ask(other.payment, 5_000, true));
    await ends(other.order.id, { state: 'refunded', posted: 0 });
  });

  test('a charge of a card on file is decided by the answer or by its post, and credits once', async () => {
    const { port, twin } = await opening;
    if (!spec.cardToken) return expect(port.capabilities.hasOneClick).toBe(false);
    await paidOrder();
    const order = await shop.openOrder(spec.name);
    const answer = await port.charge(order, spec.cardToken(twin), context);
    expect(['told', 'asked']).toContain(answer.kind);
    if (answer.kind === 'told') await shop.take(spec.name, answer.event, answer.bytes);
    await ends(order.id, { state: 'succeeded', posted: 550 });
    await eventually(async () => {
      await shop.workOff();
      expect(await endOf(database, order.id)).toMatchObject({ posted: 550, suspended: '', unsettled: 0 });
    });
  });

  test('a charge whose answer is lost is not known, and credits at most once', async () => {
    const { port, twin } = await opening;
    if (!spec.cardToken) return;
    await paidOrder();
    const order = await shop.openOrder(spec.name);
    const [token, before] = [spec.cardToken(twin), twin.posts.acknowledged.length];
    twin.isDeaf = true;
    expect(await port.charge(order, token, context)).toEqual({ kind: 'unknown' });
    if (spec.lostCharge !== 'undone')
      await eventually(async () => expect(twin.posts.acknowledged.length).toBeGreaterThan(before));
    await shop.workOff();
    await ends(
      order.id,
      spec.lostCharge === 'settles' ? { state: 'succeeded', posted: 550 } : { state: 'sent', posted: 0 },
    );
  });

  test.runIf(isFullRun)(
    `${ALTERED} forged or altered posts credit nothing, and the genuine one does (a5)`,
    async () => {
      const { twin } = await opening;
      const random = randomOf(7);
      const order = await shop.openOrder(spec.name);
      await pay(order);
      await ends(order.id, { posted: 550 });
      const genuine = twin.posts.sent.findLast(({ body }) => body.includes(testSeal.seal(order.id)))!;

      const other = await shop.openOrder(spec.name);
      const count = twin.posts.sent.length;
      twin.posts.faults = { ...noFaults, isForged: true };
      await pay(other);
      await eventually(async () => expect(twin.posts.sent.length).toBeGreaterThan(count));
      const unpaid = twin.posts.sent.at(-1)!;
      for (let at = 0; at < ALTERED; at++) {
        const { url, body, headers = {} } = at % 2 ? genuine : unpaid;
        const query = url.split('?')[1] ?? '';
        const isStranger = at % 3 === 0;
        const parts = spec.guarded({ url, body }).filter((part) => part && body.includes(part));
        const part = parts[random(parts.length)]!;
        const place = body.indexOf(part) + random(part.length);
        const sign = String.fromCharCode(48 + random(10));
        const altered = body.slice(0, place) + sign + body.slice(place + 1);
        // From elsewhere even the genuine bytes are forged.
        if (altered === body && !isStranger) continue;
        await shop.post(spec.name, {
          address: isStranger ? '203.0.113.9' : '127.0.0.1',
          query,
          body: altered,
          headers,
        });
      }
      expect(await endOf(database, other.id)).toMatchObject({ state: 'sent', posted: 0 });
      expect(await endOf(database, order.id)).toMatchObject({ posted: 550, booked: 550 });
    },
  );
});
