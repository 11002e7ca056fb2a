import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { api } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import type { Visitor } from '@klieg/testing';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { CARDS, putCard } from '../../app/testing-card.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite({
  env: { POSTPAY_AFTER_DAYS: '0', POSTPAY_AFTER_PURCHASES: '1', PROMO_DAILY_TOKENS: '1000000' },
});
const kysely = site.database.kysely;

afterAll(async () => {
  expect((await site.site.ledger.reconcile('all')).findings).toEqual([]);
});

/** Somebody who was offered credit, with a card and the 20 tokens that came with it. */
async function newMember(card: string = CARDS.good): Promise<{ member: Member; cardId: string }> {
  const member = await site.join({ byForm: true });
  await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(kysely);
  return { member, cardId: await putCard(member, card) };
}

/** The same with a line of so many tokens. */
async function withLine(limitTokens = 500, card: string = CARDS.good) {
  const made = await newMember(card);
  const body = { card_id: made.cardId, limit_cents: limitTokens * 10 };
  await made.member.call('enablePostpay', { body });
  return made;
}

const model = await site.join({ type: 'model', username: 'iris_hale' });
const tip = (member: Member, amount: number) =>
  member.call('sendTip', { params: { id: String(model.id) }, body: { amount }, idempotencyKey: uuidv7() });
const line = (member: Member) => member.call('getPostpay');
const settle = (member: Member, key = uuidv7()) =>
  member.call('settlePostpay', { body: {}, idempotencyKey: key });
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;
/** As if nothing had been spent for an hour. */
const passHour = (member: Member) =>
  sql`update postpay_lines set last_spend_at = last_spend_at - interval '1 hour' where account_id = ${member.id}`.execute(
    kysely,
  );
const chargesOf = async (member: Member) => (await line(member)).charges;
const isState = (member: Member, state: string) =>
  eventually(async () => expect((await line(member)).state).toBe(state));
const seen = (member: Member, used: number) =>
  eventually(async () => {
    const { rows } = await sql<{ used_tokens: number }>`
      select used_tokens from postpay_lines where account_id = ${member.id}`.execute(kysely);
    expect(rows[0]?.used_tokens).toBe(used);
  });

test('credit is offered by the rule, accepted with a card and a limit, and shown with the balance: S2201 S2202', async () => {
  const stranger = await site.join();
  expect(await line(stranger)).toMatchObject({ state: 'none', offered_tokens: 0, decline_token: null });

  const { member, cardId } = await newMember();
  expect(await line(member)).toMatchObject({ state: 'offered', offered_tokens: 500, used_tokens: 0 });
  expect((await member.call('getCurrentUser')).settings.postpay).toBeNull();
  const lobby = await member.openLobby();
  const { postpay } = await member.call('enablePostpay', { body: { card_id: cardId, limit_cents: 5_000 } });
  expect(postpay).toMatchObject({ enabled: true, limit_cents: 5_000, used_cents: 0, card_id: cardId });
  expect(await lobby.waitFor('v3.token.update', ({ tokens }) => tokens === 520)).toMatchObject({
    tokens: 520,
  });
  expect(
    await lobby.waitFor('v3.user.settings', ({ settings }) => Boolean(settings['postpay'])),
  ).toMatchObject({
    settings: { postpay },
  });
  const me = await member.call('getCurrentUser');
  expect([me.tokens, me.postpay, me.settings.postpay]).toEqual([520, true, postpay]);
});

test('credit beyond the rule, of a strange card, twice, or for a performer is refused (billing.postpay_refused) (billing.card_unknown)', async () => {
  const { member, cardId } = await newMember();
  const other = await newMember();
  const enable = (who: Member, card: string, cents: number) =>
    codeOf(who.call('enablePostpay', { body: { card_id: card, limit_cents: cents } }));
  expect(await enable(member, cardId, 5_010)).toBe('billing.postpay_refused');
  expect(await enable(member, other.cardId, 1_000)).toBe('billing.card_unknown');
  expect(await enable(model, cardId, 1_000)).toBe('billing.card_unknown');
  await enable(member, cardId, 1_000);
  expect(await enable(member, cardId, 1_000)).toBe('billing.postpay_refused');
});

test('nothing of it is there for who has none (billing.postpay_off)', async () => {
  const { member, cardId } = await newMember();
  expect(await codeOf(settle(member))).toBe('billing.postpay_off');
  expect(await codeOf(member.call('checkBalance'))).toBe('billing.postpay_off');
  expect(
    await codeOf(member.call('setPostpayCard', { body: { card_id: cardId }, idempotencyKey: uuidv7() })),
  ).toBe('billing.postpay_off');
});

test('the balance check tells what is available in dollars, balance and credit together (S2207)', async () => {
  const { member } = await withLine();
  await tip(member, 45);
  expect(await member.call('checkBalance')).toEqual({
    available: 47.5,
    available_cents: 4_750,
    available_tokens: 475,
    tokens: 475,
    limit_cents: 5_000,
    used_cents: 250,
  });
});

test('an hour after the last spend the card is charged for what was spent, and the whole limit is there again; performers are paid as usual: S2203 S2204 (BILLING-058)', async () => {
  const { member } = await withLine();
  const before = (await model.call('getCurrentUser')).earnings;
  await tip(member, 120);
  expect((await model.call('getCurrentUser')).earnings - before).toBe(72);
  await seen(member, 100);
  await site.site.doChores();
  expect((await line(member)).charges).toEqual([]);

  const lobby = await member.openLobby();
  await passHour(member);
  await site.site.doChores();
  expect(await lobby.waitFor('v3.account.update', ({ status }) => status === 'settling')).toMatchObject({
    part: 'postpay',
  });
  expect(
    await lobby.waitFor(
      'v3.token.update',
      ({ type, token_change: change }) => type === 'postpay' && change === 100,
    ),
  ).toMatchObject({ tokens: 500 });
  await isState(member, 'active');
  expect(await line(member)).toMatchObject({ used_tokens: 0, next_charge_at: null });
  expect(await chargesOf(member)).toMatchObject([{ tokens: 100, amount: 1_000, state: 'succeeded' }]);
  const { items } = await member.call('listHistory');
  expect(items[0]).toMatchObject({ kind: 'postpay_refill', tokens: 100 });
});

test('the limit reached is charged at once; what goes beyond it is refused with the words at which a page opens nothing: S2203 (BILLING-057) (ledger.postpay_limit)', async () => {
  const { member } = await withLine(200);
  const refused = await tip(member, 221).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'ledger.postpay_limit',
    body: { errorType: 'postpay_card_fail', message: 'Not enough tokens' },
  });
  await tip(member, 220);
  await eventually(async () => {
    await site.site.doChores();
    expect(await tokensOf(member)).toBe(200);
  });
  expect(await chargesOf(member)).toMatchObject([{ tokens: 200, state: 'succeeded' }]);
});

test('what is spent while a charge is open stays owed', async () => {
  const { member } = await withLine();
  await tip(member, 120);
  const [paid] = await Promise.all([settle(member), tip(member, 30)]);
  expect(paid.status).toBe(1);
  await isState(member, 'active');
  const { used_tokens: used } = await line(member);
  const charged = (await chargesOf(member)).reduce((sum, { tokens }) => sum + tokens, 0);
  expect(used + charged).toBe(130);
});

test('pay now pays once, however often and at once it is pressed, also under the smallest charge (S2203)', async () => {
  const { member } = await withLine();
  await tip(member, 30);
  const key = uuidv7();
  const answers = await Promise.all([settle(member, key), settle(member), settle(member)]);
  for (const answer of answers) expect(answer.status).toBe(1);
  expect((await settle(member, key)).status).toBe(1);
  expect(await chargesOf(member)).toMatchObject([{ tokens: 10, amount: 100, state: 'succeeded' }]);
  expect(await tokensOf(member)).toBe(500);
});

test.runIf(isFullRun)('what is settled is no purchase: it brings no spin of the promo wheel', async () => {
  const { member } = await withLine();
  const spins = async () => (await member.call('getPromoWheel')).spins;
  // One for joining, one for the card's first payment.
  await eventually(async () => expect(await spins()).toBe(2));
  await tip(member, 120);
  await settle(member);
  expect(await chargesOf(member)).toMatchObject([{ state: 'succeeded' }]);
  // News of orders come in their order: with the spin of a later purchase that of the settlement would be there.
  await putCard(member);
  await eventually(async () => expect(await spins()).toBe(3));
  await site.site.settled();
  expect(await spins()).toBe(3);
});

test('who is stopped for buying too fast is not charged, and gets no further credit', async () => {
  const { member } = await withLine();
  await tip(member, 120);
  for (let count = 0; count < 8; count++)
    await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
      values (${uuidv7()}, ${member.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'declined', now())`.execute(
      kysely,
    );
  expect(await codeOf(settle(member))).toBe('billing.declined');
  expect(await line(member)).toMatchObject({ state: 'past_due', charges: [] });
});

test('what is owed is charged also where the daily limit of purchases is reached', async () => {
  const { member } = await withLine();
  await sql`
    insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
    values (${uuidv7()}, ${member.id}, 'sandbox', 'tokens_50', 1, 60000, 'USD', 'succeeded', now())`.execute(
    kysely,
  );
  expect(await codeOf(member.call('startCard', { body: {} }))).toBe('billing.daily_limit');
  await tip(member, 120);
  expect((await settle(member)).tokens).toBe(500);
});

test('a declined charge closes the credit: tips say so until a new card pays at once: S2204 S2205 (ledger.postpay_card_fail) (billing.declined)', async () => {
  const { member, cardId } = await withLine(500, CARDS.declinedLater);
  await tip(member, 120);
  const lobby = await member.openLobby();
  expect(await codeOf(settle(member))).toBe('billing.declined');
  expect(await lobby.waitFor('v3.account.update', ({ status }) => status === 'past_due')).toBeTruthy();
  expect(await tokensOf(member)).toBe(0);
  const { postpay } = await member.call('getCurrentUser');
  expect(postpay).toBe(true);
  expect(await tip(member, 1).catch((error: unknown) => error)).toMatchObject({
    code: 'ledger.postpay_card_fail',
    body: { errorType: 'postpay_card_fail', message: 'Your card could not be charged' },
  });

  const set = (card: string) =>
    member.call('setPostpayCard', { body: { card_id: card }, idempotencyKey: uuidv7() });
  expect(await codeOf(set(cardId))).toBe('billing.declined');
  expect(await codeOf(set(uuidv7()))).toBe('billing.card_unknown');
  const good = await putCard(member, CARDS.other);
  // Its first tokens have paid a part of what is owed.
  const { postpay: now } = await set(good);
  expect(now).toMatchObject({ enabled: true, used_cents: 0, card_id: good });
  expect(await tokensOf(member)).toBe(500);
  expect((await chargesOf(member)).map(({ state, tokens }) => [state, tokens])).toEqual([
    ['succeeded', 80],
    ['declined', 100],
    ['declined', 100],
  ]);
});

test.runIf(isFullRun)(
  'tries after one, three and seven days, then the line is suspended, and no more is lent; tokens that are bought pay what is owed (S2205)',
  async () => {
    const { member } = await withLine(500, CARDS.declinedLater);
    await tip(member, 120);
    expect(await codeOf(settle(member))).toBe('billing.declined');
    for (const charges of [2, 3, 4]) {
      // The tries are days apart.
      await sql`
      update orders set created_at = created_at - interval '2 days' where account_id = ${member.id}`.execute(
        kysely,
      );
      await sql`
      update postpay_lines set next_try_at = now() - interval '1 second', version = version + 1
      where account_id = ${member.id}`.execute(kysely);
      await eventually(async () => {
        await site.site.doChores();
        const { rows } = await sql<{ charge_id: string | null }>`
        select charge_id from postpay_lines where account_id = ${member.id}`.execute(kysely);
        expect(rows[0]?.charge_id).toBeNull();
        expect(await chargesOf(member)).toHaveLength(charges);
      });
    }
    await isState(member, 'suspended');
    expect(await codeOf(tip(member, 1))).toBe('ledger.postpay_card_fail');
    // The settings say that nothing is lent, so that tokens can be bought.
    expect((await member.call('getCurrentUser')).postpay).toBe(false);
    await site.site.ledger.credit({
      id: uuidv7(),
      kind: 'adjustment',
      source: 'adjustments',
      to: member.id as never,
      amountTokens: 150,
    });
    await site.site.doChores();
    await isState(member, 'closed');
    expect(await line(member)).toMatchObject({ offered_tokens: 0 });
    expect(await tokensOf(member)).toBe(50);
  },
);

test.runIf(isFullRun)('no more than five charges are made in a day', async () => {
  const { member } = await withLine();
  for (let at = 0; at < 5; at++) {
    await tip(member, at === 0 ? 50 : 30);
    await settle(member);
  }
  await tip(member, 30);
  await settle(member);
  expect(await chargesOf(member)).toHaveLength(5);
  expect((await line(member)).used_tokens).toBe(30);
});

/** Follows the decline link as the browser does, whose headers `fetch` would write itself. */
const follow = async (member: Visitor, link: string, headers: Readonly<Record<string, string>> = {}) => {
  const request = get(`${site.url}/api/v1${api.declinePostpay.route[1]}?t=${link}`, {
    headers: {
      cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      ...headers,
    },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return [answer.statusCode, answer.headers.location];
};
const token = async (member: Member) => (await line(member)).decline_token ?? '';

test.runIf(isFullRun)(
  'the link in the modal declines it once: no new credit, nothing is charged, what is owed is settled by the ordinary rule, then the line is closed: S2206 (BILLING-022)',
  async () => {
    const { member } = await withLine();
    await tip(member, 120);
    const link = await token(member);
    expect((await member.call('getCurrentUser')).settings.postpay?.decline_token).toBe(link);
    expect(await follow(member, link)).toEqual([303, '/?postpay=declined']);
    expect(await chargesOf(member)).toEqual([]);
    expect(await tokensOf(member)).toBe(0);
    expect(await codeOf(tip(member, 1))).toBe('ledger.not_enough_tokens');
    expect(await follow(member, link)).toEqual([303, '/?postpay=error']);
    await passHour(member);
    await eventually(async () => {
      await site.site.doChores();
      expect((await line(member)).state).not.toBe('active');
    });
    await eventually(async () => {
      await site.site.doChores();
      expect(await chargesOf(member)).toMatchObject([{ tokens: 100, state: 'succeeded' }]);
    });
    expect((await member.call('getCurrentUser')).settings.postpay).toMatchObject({ enabled: false });
  },
);

test('an offer can be declined by its link', async () => {
  const { member } = await newMember();
  expect(await follow(member, await token(member))).toEqual([303, '/?postpay=declined']);
  expect((await line(member)).state).toBe('declined');
});

test('the decline link works from a page of ours alone, for its owner alone (BILLING-022)', async () => {
  const { member } = await withLine();
  const { member: stranger } = await withLine();
  const link = await token(member);
  const error = [303, '/?postpay=error'];
  expect(await follow(member, link, { 'sec-fetch-site': 'cross-site' })).toEqual(error);
  expect(await follow(member, link, { 'sec-fetch-mode': 'cors' })).toEqual(error);
  expect(await follow(stranger, link)).toEqual(error);
  expect(await follow(await site.visit(), link)).toEqual(error);
  expect(await follow(member, 'x')).toEqual(error);
  expect((await line(member)).state).toBe('active');
});

/** What the biller or a bank takes back of an order. */
async function takeBack(id: string, type: 'refunded' | 'charged_back'): Promise<void> {
  const { rows } = await sql<{ transaction_id: string; amount_cents: number }>`
    select transaction_id, amount_cents from orders where id = ${id}`.execute(kysely);
  const body = JSON.stringify({
    type,
    order_id: id,
    transaction_id: rows[0]!.transaction_id,
    amount: rows[0]!.amount_cents,
    currency: 'USD',
    callback_url: `${site.url}/api/v1/postback/sandbox`,
  });
  await fetch(`${site.sandboxUrl}/api/reverse`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', site.sandboxSecret).update(body).digest('hex'),
    },
    body,
  });
  await eventually(async () =>
    expect(
      (await sql`select from orders where id = ${id} and state = ${type}`.execute(kysely)).rows,
    ).toHaveLength(1),
  );
}

test('what was given back is not charged again, be it a purchase or what was paid later; credit beside it is (S2203)', async () => {
  const { member } = await withLine(100);
  await tip(member, 20);
  const [bought] = (await member.call('listReceipts', { query: {} })).items;
  await takeBack(bought!.order_id, 'refunded');
  await passHour(member);
  await settle(member);
  expect(await line(member)).toMatchObject({ state: 'active', used_tokens: 0, charges: [] });
  expect(await member.call('checkBalance')).toMatchObject({ used_cents: 0, available_tokens: 80 });

  await tip(member, 30);
  await seen(member, 30);
  await settle(member);
  const charges = await chargesOf(member);
  expect(charges.map(({ tokens }) => tokens)).toEqual([30]);
  await takeBack(charges[0]!.order_id, 'refunded');
  await passHour(member);
  await settle(member);
  expect(await chargesOf(member)).toHaveLength(1);
  expect(await tokensOf(member)).toBe(50);
});

test('a chargeback closes the line for good; what is owed stays (S2206)', async () => {
  const { member } = await withLine();
  await tip(member, 120);
  await settle(member);
  await takeBack((await chargesOf(member))[0]!.order_id, 'charged_back');
  await eventually(async () => {
    await site.site.settled();
    await site.site.doChores();
    expect((await line(member)).state).toBe('closed');
  });
  expect(await line(member)).toMatchObject({ used_tokens: 100, offered_tokens: 0 });
  expect(await tokensOf(member)).toBe(0);
  const cards = await member.call('listCards');
  expect(
    await codeOf(member.call('enablePostpay', { body: { card_id: cards.cards[0]!.id, limit_cents: 1_000 } })),
  ).toBe('billing.postpay_refused');
});
