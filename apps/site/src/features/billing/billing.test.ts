import { createHmac } from 'node:crypto';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { declineCodes, declineSentence, readAnswer } from './billers/port/decline-codes.ts';

const MUTATED = howMany(1_000, 10_000);
const site = await useTestSite();

const control = async (faults: object) => {
  const body = JSON.stringify(faults);
  const signature = createHmac('sha256', site.sandboxSecret).update(body).digest('hex');
  const answer = await fetch(`${site.sandboxUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body,
  });
  expect(answer.status).toBe(200);
};
beforeEach(() => control({}));

/** Fills in the hosted payment page as a person would; answers the page that follows. */
const pay = async (link: string, number: string): Promise<string> => {
  const query = link.slice(link.indexOf('?') + 1);
  expect((await fetch(link)).status).toBe(200);
  const answer = await fetch(`${site.sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ query, number, expiry: '12/34', code: '123' }).toString(),
  });
  return answer.text();
};
const GOOD = '4242 4242 4242 4242';
const BAD = '4000 0000 0000 0002';

const order = async (buyer: Visitor, internalId = 'tokens_500') =>
  buyer.call('getPurchaseLink', { params: { internal_id: internalId } });
const stateOf = async (buyer: Visitor, id: string) =>
  (await buyer.call('getOrder', { params: { order_id: id } })).state;
const tokensOf = async (buyer: Member) => (await buyer.call('getCurrentUser')).tokens;
const settled = (buyer: Visitor, id: string, state: string) =>
  eventually(async () => expect(await stateOf(buyer, id)).toBe(state));

const post = (body: object, init: { secret?: string; ageMs?: number; raw?: string } = {}) => {
  const text = init.raw ?? JSON.stringify(body);
  const time = Date.now() - (init.ageMs ?? 0);
  const signature = createHmac('sha256', init.secret ?? site.sandboxSecret)
    .update(`${time}.${text}`)
    .digest('hex');
  return fetch(`${site.url}/api/v1/postback/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': `t=${time},v1=${signature}` },
    body: text,
  });
};
const approval = (orderId: string, more: object = {}) => ({
  event_id: uuidv7(),
  type: 'approved',
  order_id: orderId,
  transaction_id: `t_${orderId}`,
  amount: 5_000,
  currency: 'USD',
  decline_code: null,
  card: null,
  ...more,
});

describe('products', () => {
  test('come grouped, ten tokens to the dollar before bonus (BILLING-016) (BILLING-035) (BILLING-036) (BILLING-037) (CONSTANTS-001)', async () => {
    const buyer = await site.join();
    const { products, declined_reason: declined } = await buyer.call('listProducts', { body: {} });
    expect(Object.keys(products)).toEqual(['credit', 'paypal', 'others']);
    for (const product of products.credit) expect(product.tokens * 10).toBe(product.amount);
    expect(
      products.credit.filter(
        (item) => [50, 100, 200].includes(item.tokens) && item.is_oneclick && item.bonus_tokens === 0,
      ),
    ).toHaveLength(3);
    expect(declined).toBeNull();
  });

  test('are not offered to models', async () => {
    const model = await site.join({ type: 'model' });
    expect((await model.call('listProducts', { body: {} })).products.credit).toEqual([]);
    expect(await codeOf(order(model))).toBe('billing.model_cannot_buy');
  });

  test('that do not exist, or at a biller that is not there, are refused (billing.product_unknown) (billing.biller_unavailable)', async () => {
    const buyer = await site.join();
    expect(await codeOf(order(buyer, 'tokens_7'))).toBe('billing.product_unknown');
    expect(
      await codeOf(buyer.call('openPurchase', { params: { biller: 'epoch', internal_id: 'tokens_50' } })),
    ).toBe('billing.biller_unavailable');
  });

  test('cannot be bought while the account is under review (billing.compliance_pending)', async () => {
    const buyer = await site.join();
    await sql`update accounts set compliance_status = 'pending' where id = ${buyer.id}`.execute(
      site.database.kysely,
    );
    expect(await codeOf(order(buyer))).toBe('billing.compliance_pending');
  });
});

describe('a purchase on the hosted page', () => {
  test('credits when the biller says so, tells every page, keeps the card: S2401 S2402 S2408 (BILLING-020) (BILLING-026)', async () => {
    const buyer = await site.join();
    const lobby = await buyer.openLobby();
    const { purchase_link: link, order_id: id, opens } = await order(buyer);
    // Back to the name under which the visitor knows the site, which has their login.
    expect(new URL(link).searchParams.get('return_url')).toBe(`${site.url}/account/tokens`);
    expect(opens).toBe('in_page');
    expect(await stateOf(buyer, id)).toBe('sent');
    expect(await pay(link, GOOD)).toContain('Payment approved');
    expect(await lobby.waitFor('v3.payment.update')).toMatchObject({
      order_id: id,
      status: 'succeeded',
      tokens: 550,
    });
    expect(await lobby.waitFor('v3.token.update', (update) => update.type === 'purchase')).toMatchObject({
      tokens: 550,
      token_change: 550,
    });
    const me = await buyer.call('getCurrentUser');
    expect(me).toMatchObject({
      tokens: 550,
      has_purchase: true,
      has_cc: true,
      lastPayment: { amount: 5_000, tokens: 550, biller: 'sandbox' },
    });
    expect((await buyer.call('listHistory')).items[0]).toMatchObject({
      kind: 'purchase',
      tokens: 550,
      ref: { type: 'order', id },
    });
    expect((await buyer.call('listReceipts')).items[0]).toMatchObject({
      order_id: id,
      state: 'succeeded',
      descriptor: 'KLG SERVICES',
    });
  });

  test('that the bank declines changes nothing and says why: S2403 (ERRORS-029)', async () => {
    const buyer = await site.join();
    const lobby = await buyer.openLobby();
    const { purchase_link: link, order_id: id } = await order(buyer);
    expect(await pay(link, BAD)).toContain('Nothing was charged');
    expect(await lobby.waitFor('v3.payment.update')).toMatchObject({
      status: 'declined',
      declined_reason: 'DECLINED',
    });
    expect(await tokensOf(buyer)).toBe(0);
    expect((await buyer.call('listProducts', { body: {} })).declined_reason).toBe(
      'Declined by your bank. Try a new card or an alternate method',
    );
    await settled(buyer, id, 'declined');
  });

  test('is remembered as the last decline for a day, until something succeeds (BILLING-047)', async () => {
    const buyer = await site.join();
    const { purchase_link: link, order_id: id } = await order(buyer);
    await pay(link, BAD);
    await settled(buyer, id, 'declined');
    const reasonAfter = async (hours: number) => {
      await sql`update orders set settled_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
        site.database.kysely,
      );
      return (await buyer.call('listProducts', { body: {} })).declined_reason;
    };
    expect(await reasonAfter(23)).not.toBeNull();
    expect(await reasonAfter(25)).toBeNull();
    await reasonAfter(1);
    const next = await order(buyer, 'tokens_50');
    await pay(next.purchase_link, GOOD);
    await settled(buyer, next.order_id, 'succeeded');
    expect((await buyer.call('listProducts', { body: {} })).declined_reason).toBeNull();
  });

  test('takes only test cards and only links that we signed', async () => {
    const buyer = await site.join();
    const { purchase_link: link } = await order(buyer);
    expect(await pay(link, '4111 1111 1111 1111')).toContain('Only the test cards');
    expect((await fetch(link.replace('amount=5000', 'amount=1'))).status).toBe(400);
  });

  test('an open order is reused, opening one charges nothing (BILLING-019) (BILLING-051)', async () => {
    const buyer = await site.join();
    const first = await order(buyer);
    const second = await buyer.call('openPurchase', {
      params: { biller: 'sandbox', internal_id: 'tokens_500' },
    });
    expect(second).toMatchObject({ status: 0, error: null, order_id: first.order_id });
    expect(await tokensOf(buyer)).toBe(0);
  });

  test('a GET without the CSRF header opens nothing (common.csrf)', async () => {
    const buyer = await site.join();
    const answer = await buyer.fetch('/api/v1/billing/purchase/sandbox/tokens_50');
    expect(await answer.json()).toMatchObject({ code: 'common.csrf' });
  });

  test('without a budget there are no products of promotions', async () => {
    const { promo_products: promoted } = await (await site.visit()).call('listProducts', { body: {} });
    expect(promoted).toEqual({ default: null, wheel: [], free_tokens: null });
  });

  const verify = (buyer: Member, status = 'approved') =>
    sql`update accounts set compliance_status = ${status} where id = ${buyer.id}`.execute(
      site.database.kysely,
    );

  test('stops whoever is not verified at $200 a day, open links and charges of a card counted (billing.daily_limit)', async () => {
    const buyer = await site.join();
    const remaining = async () => (await buyer.call('listProducts', { body: {} })).daily_purchase_remaining;
    expect(await remaining()).toBe(20_000);
    const { purchase_link: link, order_id: id } = await order(buyer, 'tokens_1000');
    await pay(link, GOOD);
    await settled(buyer, id, 'succeeded');
    await order(buyer, 'tokens_500');
    expect(await remaining()).toBe(5_000);
    expect(await codeOf(order(buyer, 'tokens_1000'))).toBe('billing.daily_limit');
    const charge = buyer.call('purchase', {
      params: { biller: 'sandbox', internal_id: 'tokens_1000' },
      body: {},
      idempotencyKey: uuidv7(),
    });
    expect(await codeOf(charge)).toBe('billing.daily_limit');
    expect(await buyer.call('getDailyLimit')).toMatchObject({ purchase_limit_cents: 20_000 });
    // What is stored decides at each order: papers that are accepted meanwhile open it, and their end closes it.
    await verify(buyer);
    expect(await buyer.call('getDailyLimit')).toMatchObject({ purchase_limit_cents: 50_000 });
    await order(buyer, 'tokens_1000');
    await verify(buyer, 'expired');
    expect(await codeOf(order(buyer, 'tokens_200'))).toBe('billing.daily_limit');
  });

  test('stops at the daily limit (billing.daily_limit)', async () => {
    const buyer = await site.join();
    await verify(buyer);
    for (let i = 0; i < 2; i++) {
      const { purchase_link: link, order_id: id } = await order(buyer, 'tokens_2000');
      await pay(link, GOOD);
      await settled(buyer, id, 'succeeded');
    }
    expect(await codeOf(order(buyer, 'tokens_2000'))).toBe('billing.daily_limit');
    expect((await buyer.call('listProducts', { body: {} })).daily_purchase_remaining).toBe(10_000);
  });

  test('somebody else’s order is as absent (common.not_found)', async () => {
    const { order_id: id } = await order(await site.join());
    const stranger = await site.join();
    expect(await codeOf(stranger.call('getOrder', { params: { order_id: id } }))).toBe('common.not_found');
  });
});

describe('the browser’s return', () => {
  test('explains and never credits, however it is forged: S2406 (BILLING-034) (BILLING-055)', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    expect(
      await buyer.call('explainReturn', { body: { ans: `Y|${id}`, amount: '50.00', transaction_id: 'x' } }),
    ).toMatchObject({ result: 'success', order_id: id, state: 'sent' });
    expect(await buyer.call('explainReturn', { body: { ans: `NINSUFFICIENTFUNDS|${id}` } })).toMatchObject({
      result: 'failure',
      decline_code: 'INSUFFICIENTFUNDS',
      message: 'Insufficient funds',
    });
    expect(await tokensOf(buyer)).toBe(0);
    const stranger = await site.join();
    expect(await stranger.call('explainReturn', { body: { ans: `Y|${id}` } })).toMatchObject({
      order_id: null,
      state: null,
    });
  });

  test.each([
    ['INVALIDZIP', 'Invalid postal code', 'ERRORS-029'],
    ['DECLINED', 'Declined by your bank. Try a new card or an alternate method', 'ERRORS-030'],
    ['VELOCITY', 'Declined due to velocity. Please wait 5 minutes', 'ERRORS-031'],
    ['INSUFFICIENTFUNDS', 'Insufficient funds', 'ERRORS-032'],
    ['EXPIRED', 'Your card has expired', 'ERRORS-033'],
    ['DECLINEDCVV2', 'Invalid CVV2', 'ERRORS-034'],
    ['NOBODYKNOWS', 'Declined', 'ERRORS-049'],
  ])('%s reads "%s" (%s)', (code, sentence) => {
    expect(declineSentence(code)).toBe(sentence);
    expect(readAnswer(`N${code}`)).toMatchObject({ isSuccess: false, code });
  });

  test('knows every reason of the documents', () => {
    expect(declineCodes).toHaveLength(20);
    for (const code of declineCodes) expect(declineSentence(code)).not.toBe('Declined');
  });
});

describe('posts of the biller', () => {
  test('twice, five times or out of order credit once: S2402', async () => {
    const buyer = await site.join();
    await control({ copies: 5 });
    const { purchase_link: link, order_id: id } = await order(buyer);
    await pay(link, GOOD);
    await settled(buyer, id, 'succeeded');
    for (let i = 0; i < 3; i++)
      expect(await (await post(approval(id, { transaction_id: `other_${i}` }))).text()).toBe('OK');
    expect(await tokensOf(buyer)).toBe(550);
  });

  test('late, after a first decline of the same order, still credit: S2404', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    await post({ ...approval(id), type: 'declined', decline_code: 'RETRY' });
    expect(await stateOf(buyer, id)).toBe('declined');
    await post(approval(id));
    expect(await stateOf(buyer, id)).toBe('succeeded');
    await post({ ...approval(id), type: 'declined', decline_code: 'RETRY' });
    expect(await stateOf(buyer, id)).toBe('succeeded');
    expect(await tokensOf(buyer)).toBe(550);
  });

  test('forged, too old, of a wrong shape or unsigned are refused with 403 and an empty body', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    const answers = await Promise.all([
      post(approval(id), { secret: 'wrong' }),
      post(approval(id), { ageMs: 301_000 }),
      post(approval(id), { ageMs: -301_000 }),
      post({ ...approval(id), extra: 1 }),
      post({}, { raw: '{"broken' }),
      fetch(`${site.url}/api/v1/postback/sandbox`, { method: 'POST', body: JSON.stringify(approval(id)) }),
      fetch(`${site.url}/api/v1/postback/nobody`, { method: 'POST', body: '{}' }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(await answer.text()).toBe('');
    }
    expect(await tokensOf(buyer)).toBe(0);
  });

  test('with another amount, currency or order have no effect', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    for (const wrong of [{ amount: 1 }, { currency: 'EUR' }, { order_id: uuidv7() }, { order_id: 'x' }])
      expect((await post(approval(id, wrong))).status).toBe(200);
    expect(await tokensOf(buyer)).toBe(0);
  });

  test('one transaction of the biller pays one order', async () => {
    const [one, two] = [await site.join(), await site.join()];
    const [first, second] = [await order(one), await order(two)];
    await post(approval(first.order_id, { transaction_id: 'shared' }));
    await post(approval(second.order_id, { transaction_id: 'shared' }));
    expect([await tokensOf(one), await tokensOf(two)]).toEqual([550, 0]);
  });

  test.runIf(isFullRun)('mutated ones by the thousands credit nothing', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    const good = JSON.stringify(approval(id));
    const time = Date.now();
    const signature = createHmac('sha256', site.sandboxSecret).update(`${time}.${good}`).digest('hex');
    let seed = 7;
    const random = (n: number) => (seed = (seed * 16_807) % 2_147_483_647) % n;
    for (let round = 0; round < MUTATED / 100; round++)
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const at = random(good.length);
          const body =
            good.slice(0, at) + String.fromCodePoint(33 + random(90)) + good.slice(at + 1 + random(3));
          if (body === good) return;
          const answer = await fetch(`${site.url}/api/v1/postback/sandbox`, {
            method: 'POST',
            headers: { 'x-sandbox-signature': `t=${time},v1=${signature}` },
            body,
          });
          expect(answer.status).toBe(403);
        }),
      );
    expect(await tokensOf(buyer)).toBe(0);
  });

  test('refunds and chargebacks take the tokens back even where they were spent: S2405', async () => {
    const buyer = await site.join();
    const model = await site.join({ type: 'model' });
    const { order_id: id } = await order(buyer);
    await post(approval(id));
    await buyer.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 500 },
      idempotencyKey: uuidv7(),
    });
    await post({ ...approval(id), type: 'charged_back', event_id: uuidv7() });
    await post({ ...approval(id), type: 'charged_back', event_id: uuidv7() });
    expect(await stateOf(buyer, id)).toBe('charged_back');
    expect((await site.site.ledger.balanceOf(buyer.id as never)).posted).toBe(-500);
    expect(
      await codeOf(
        buyer.call('sendTip', {
          params: { id: String(model.id) },
          body: { amount: 1 },
          idempotencyKey: uuidv7(),
        }),
      ),
    ).toBe('ledger.not_enough_tokens');
    expect((await model.call('getCurrentUser')).earnings).toBe(300);
    expect((await site.site.ledger.reconcile()).findings).toEqual([]);
  });

  test('that take back what has not been paid yet count once it is: S2405', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    await post({ ...approval(id), type: 'refunded' });
    expect(await stateOf(buyer, id)).toBe('sent');
    await post(approval(id));
    expect(await stateOf(buyer, id)).toBe('refunded');
    expect(await tokensOf(buyer)).toBe(0);
    // The statement has both, as when they come in order.
    expect((await buyer.call('listHistory')).items.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['refund', -550],
      ['purchase', 550],
    ]);
  });

  test('of a part, a void and a dispute that is won leave what is left: S2405', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    const tell = (type: string, more: object = {}) => post({ ...approval(id), type, ...more });
    await tell('approved');
    await tell('refunded', { amount: 1_000 });
    expect([await stateOf(buyer, id), await tokensOf(buyer)]).toEqual(['succeeded', 440]);
    await tell('charged_back', { amount: 4_000 });
    expect([await stateOf(buyer, id), await tokensOf(buyer)]).toEqual(['charged_back', 0]);
    await tell('dispute_won', { amount: 4_000 });
    expect([await stateOf(buyer, id), await tokensOf(buyer)]).toEqual(['succeeded', 440]);
    await tell('voided');
    expect([await stateOf(buyer, id), await tokensOf(buyer)]).toEqual(['refunded', 0]);
    expect((await site.site.ledger.reconcile()).findings).toEqual([]);
  });

  test('of a second payment credit nothing, are kept aside and counted until they are paid back: S2402', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    const metric = async () => {
      await site.site.doChores();
      const text = await (await fetch(`${site.url}/metrics`)).text();
      return Number(/^klieg_suspended_cents (\d+)$/m.exec(text)?.[1]);
    };
    const before = await metric();
    await post(approval(id));
    await post(approval(id, { transaction_id: `again_${id}` }));
    expect(await tokensOf(buyer)).toBe(550);
    expect((await metric()) - before).toBe(5_000);
    await post({ ...approval(id, { transaction_id: `again_${id}` }), type: 'refunded' });
    expect(await tokensOf(buyer)).toBe(550);
    expect((await metric()) - before).toBe(0);
  });

  test('with signs that no database takes, or a card that is none, still credit', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    const odd = { token: 'sbx_odd', brand: 'V\u0000isa', last4: '42x2' };
    expect(
      (await post(approval(id, { event_id: `odd\u0000${id}`, transaction_id: `odd\u0000${id}`, card: odd })))
        .status,
    ).toBe(200);
    expect(await tokensOf(buyer)).toBe(550);
    expect((await buyer.call('listProducts', { body: {} })).cards).toEqual([]);
  });

  test('are kept as they were received, and in the end forgotten but for what they say', async () => {
    const buyer = await site.join();
    const { order_id: id } = await order(buyer);
    const raw = `${JSON.stringify(approval(id))}  `;
    await post({}, { raw });
    const kept = async () => {
      const { rows } = await sql<{ raw: Buffer | null; headers: string | null; body: string }>`
        select raw, headers, body from postbacks where order_id = ${id}`.execute(site.database.kysely);
      return rows[0]!;
    };
    expect((await kept()).raw?.toString()).toBe(raw);
    expect(JSON.parse((await kept()).headers!)).toMatchObject({ 'content-type': 'application/json' });
    await sql`update postbacks set received_at = now() - interval '601 days' where order_id = ${id}`.execute(
      site.database.kysely,
    );
    await site.site.doChores();
    expect(await kept()).toMatchObject({ raw: null, headers: null });
    expect(JSON.parse((await kept()).body)).toMatchObject({ orderId: id, kind: 'approved' });
  });

  test('void what is held when the tokens behind it are gone: nobody is paid from them (S2405)', async () => {
    const buyer = await site.join();
    const model = await site.join({ type: 'model' });
    const { order_id: id } = await order(buyer);
    await post(approval(id));
    const { ledger } = site.site;
    const hold = async (amountTokens: number) => {
      const holdId = uuidv7();
      const outcome = await ledger.hold({
        id: holdId,
        kind: 'private',
        from: buyer.id as never,
        to: model.id as never,
        amountTokens,
        machine: 'private:1',
        expiresAt: Date.now() + 60_000,
      });
      expect(outcome.status).toBe('applied');
      return holdId;
    };
    const holds = [await hold(100), await hold(200), await hold(50)];
    // A part of it is covered by what is free; the newest holds make up for the rest.
    await post({ ...approval(id), type: 'refunded', amount: 3_000 });
    expect((await ledger.openHoldsOf(buyer.id as never)).map((one) => one.id)).toEqual([holds[0]]);
    await post({ ...approval(id), type: 'charged_back' });
    expect(await ledger.openHoldsOf(buyer.id as never)).toEqual([]);
    for (const holdId of holds)
      expect(
        await ledger.post({
          id: uuidv7(),
          holdId,
          to: model.id as never,
          sharePercent: 60,
          amountTokens: 50,
        }),
      ).toMatchObject({ status: 'refused', reason: 'hold_closed' });
    expect((await model.call('getCurrentUser')).earnings).toBe(0);
    expect((await ledger.reconcile()).findings).toEqual([]);
  });
});

describe('one click', () => {
  const withCard = async () => {
    const buyer = await site.join();
    const { purchase_link: link, order_id: id } = await order(buyer, 'tokens_50');
    await pay(link, GOOD);
    await settled(buyer, id, 'succeeded');
    return buyer;
  };
  const buy = (buyer: Visitor, body: object = {}, key = uuidv7()) =>
    buyer.call('purchase', {
      params: { biller: 'sandbox', internal_id: 'tokens_100' },
      body,
      idempotencyKey: key,
    });

  test('charges the card on file once per key (BILLING-048)', async () => {
    const buyer = await withCard();
    const key = uuidv7();
    const [first, again] = [await buy(buyer, {}, key), await buy(buyer, {}, key)];
    expect(first).toMatchObject({ status: 1, tokens: 150, tokens_added: 100 });
    expect(again).toEqual(first);
    expect(await tokensOf(buyer)).toBe(150);
  });

  test('charges it once also where the first answer was lost before it was kept', async () => {
    const buyer = await withCard();
    const key = uuidv7();
    const first = await buy(buyer, {}, key);
    // As a crash between the charge and the answer leaves it.
    const { numAffectedRows } = await sql`delete from idempotent_answers where key = ${key}`.execute(
      site.database.kysely,
    );
    expect(numAffectedRows).toBe(1n);
    expect(await buy(buyer, {}, key)).toEqual(first);
    expect(await tokensOf(buyer)).toBe(150);
    expect((await buy(buyer)).status).toBe(1);
    expect(await tokensOf(buyer)).toBe(250);
  });

  test('without a card opens the hosted page instead', async () => {
    const buyer = await site.join();
    const answer = await buy(buyer);
    expect(answer).toMatchObject({ status: 0, biller: 'sandbox' });
    expect((answer as { link: string }).link).toContain('/pay?');
  });

  test('with somebody else’s card is refused (billing.card_unknown)', async () => {
    const owner = await withCard();
    const buyer = await withCard();
    const { cards } = await owner.call('listProducts', { body: {} });
    expect(await codeOf(buy(buyer, { cardId: cards[0]!.id }))).toBe('billing.card_unknown');
  });

  test('that the bank declines answers 402 with ways on (BILLING-049) (billing.declined)', async () => {
    const buyer = await withCard();
    // The card is kept a moment after the tokens are there.
    await eventually(async () => {
      const { numAffectedRows } = await sql`
        update cards set card_token = 'sbx_4000002' where account_id = ${buyer.id}`.execute(
        site.database.kysely,
      );
      expect(numAffectedRows).toBe(1n);
    });
    const answer = await buyer.fetch('/api/v1/billing/purchase/sandbox/tokens_100', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': buyer.csrf,
        'idempotency-key': uuidv7(),
      },
      body: '{}',
    });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({
      errorType: 'oneclick_declined',
      params: { biller: 'sandbox', decline_code: 'DECLINED', should_verify: false, alternatives: [] },
    });
    expect(await tokensOf(buyer)).toBe(50);
  });

  test('thirty times at once stays under the daily limit, with as many open links beside (billing.daily_limit)', async () => {
    const buyer = await withCard();
    await sql`update accounts set compliance_status = 'approved' where id = ${buyer.id}`.execute(
      site.database.kysely,
    );
    const charge = () =>
      buyer.call('purchase', {
        params: { biller: 'sandbox', internal_id: 'tokens_2000' },
        body: {},
        idempotencyKey: uuidv7(),
      });
    const links = await Promise.allSettled([
      ...Array.from({ length: 30 }, charge),
      ...['tokens_2000', 'tokens_1000', 'tokens_500'].flatMap((product) =>
        Array.from({ length: 10 }, () => order(buyer, product)),
      ),
    ]);
    for (const one of links)
      if (one.status === 'fulfilled' && 'purchase_link' in one.value)
        await pay(one.value.purchase_link, GOOD);
      else if (one.status === 'rejected')
        expect((one.reason as { code: string }).code).toBe('billing.daily_limit');
    await eventually(async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from orders where account_id = ${buyer.id} and state = 'sent'`.execute(
        site.database.kysely,
      );
      expect(rows[0]!.open).toBe(0);
    });
    const { rows } = await sql<{ captured: number }>`
      select sum(amount_cents) as captured from orders
      where account_id = ${buyer.id} and state = 'succeeded'`.execute(site.database.kysely);
    expect(rows[0]!.captured).toBeGreaterThan(20_000);
    expect(rows[0]!.captured).toBeLessThanOrEqual(50_000);
  });
});
