import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { CARDS, putCard } from '../../app/testing-card.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const kysely = site.database.kysely;

afterAll(async () => {
  expect((await site.site.ledger.reconcile('all')).findings).toEqual([]);
});

const model = await site.join({ type: 'model', username: 'iris_hale' });
const tip = (member: Member, amount: number) =>
  member.call('sendTip', { params: { id: String(model.id) }, body: { amount }, idempotencyKey: uuidv7() });

interface Choice {
  readonly enabled: boolean;
  readonly internal_id: string;
  readonly below: number;
  readonly card_id: string;
  readonly max_per_day: number;
  readonly max_cents_per_month: number;
  readonly disabled_by_user: boolean;
}
const choose = (member: Member, choice: Partial<Choice>) =>
  member.call('saveSettings', { body: { auto_re_ups: JSON.stringify(choice) } });
const choiceOf = (cardId: string, more: Partial<Choice> = {}): Choice => ({
  enabled: true,
  internal_id: 'tokens_50',
  below: 20,
  card_id: cardId,
  max_per_day: 3,
  max_cents_per_month: 20_000,
  disabled_by_user: false,
  ...more,
});

/** Somebody with a card and its 20 tokens, who has agreed; with an open page. */
async function newMember(card: string = CARDS.good, more: Partial<Choice> = {}) {
  const member = await site.join();
  const cardId = await putCard(member, card);
  const lobby = await member.openLobby();
  await choose(member, choiceOf(cardId, more));
  // What there is now has been seen.
  await eventually(async () => {
    const { rows } = await sql<{ seen: number }>`
      select seen_tokens as seen from re_ups where account_id = ${member.id}`.execute(kysely);
    expect(rows[0]?.seen).toBe(20);
  });
  return { member, cardId, lobby };
}
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;
const reUp = (member: Member) => member.call('getReUp');
const look = async () => {
  await site.site.settled();
  await site.site.doChores();
};

test('it is off for new accounts, and on by a consent that names product, card, threshold and both caps, kept word for word: S2301 (SETTINGS-020)', async () => {
  const member = await site.join();
  const cardId = await putCard(member);
  const { settings } = await member.call('getCurrentUser');
  expect(JSON.parse(settings.auto_re_ups)).toEqual({ enabled: false, disabled_by_user: false });
  expect(await reUp(member)).toMatchObject({ state: 'off', consented_at: null, agreed: null, charges: [] });

  const whole = choiceOf(cardId);
  for (const key of ['internal_id', 'below', 'card_id', 'max_per_day', 'max_cents_per_month'] as const) {
    const { [key]: _left, ...rest } = whole;
    expect(await codeOf(choose(member, rest)), key).toBe('common.invalid_input');
  }
  for (const wrong of [{ below: 0 }, { max_per_day: 11 }, { max_cents_per_month: 499 }, { more: 1 }])
    expect(await codeOf(choose(member, { ...whole, ...wrong }))).toBe('common.invalid_input');
  expect(await codeOf(member.call('saveSettings', { body: { auto_re_ups: 'on' } }))).toBe(
    'common.invalid_input',
  );

  const { settings: saved } = await choose(member, whole);
  expect(JSON.parse(saved.auto_re_ups)).toEqual(whole);
  expect(await reUp(member)).toMatchObject({
    state: 'on',
    failures: 0,
    agreed: { tokens: 50, amount: 500, currency: 'USD' },
  });
  const { rows } = await sql<{ terms: string }>`
    select terms from re_up_consents where account_id = ${member.id}`.execute(kysely);
  expect(rows).toEqual([{ terms: JSON.stringify(whole) }]);
});

test('nobody agrees for a product that is not offered, with somebody else’s card, or as a performer (billing.product_unknown) (billing.card_unknown) (settings.not_allowed)', async () => {
  const member = await site.join();
  const cardId = await putCard(member);
  const stranger = await site.join();
  expect(await codeOf(choose(member, choiceOf(cardId, { internal_id: 'postpay' })))).toBe(
    'billing.product_unknown',
  );
  expect(await codeOf(choose(stranger, choiceOf(cardId)))).toBe('billing.card_unknown');
  expect(await codeOf(choose(model, choiceOf(cardId)))).toBe('settings.not_allowed');
  expect((await reUp(stranger)).state).toBe('off');
  // What was refused is not shown either.
  const { settings } = await member.call('getCurrentUser');
  expect(JSON.parse(settings.auto_re_ups)).toMatchObject({ enabled: false });
});

test.runIf(isFullRun)(
  'one person who agrees many times in one moment is answered each time, and takes no connection from others',
  async () => {
    const member = await site.join();
    const cardId = await putCard(member);
    // More than there are connections to the database: none may hold one while it waits for another.
    const asked = Array.from({ length: 24 }, () => choose(member, choiceOf(cardId)));
    const codes = await Promise.all([...asked.map(codeOf), codeOf(site.join())]);
    expect(new Set(codes)).toEqual(new Set(['not refused']));
    expect((await reUp(member)).state).toBe('on');
  },
);

test('a spend that leaves less than the threshold buys the product once, and its pages are told: S2302 S2303 (BILLING-027)', async () => {
  const { member, lobby } = await newMember();
  await tip(member, 5);
  const update = await lobby.waitFor('v3.reUp.update');
  expect(update).toMatchObject({ status: 1, tokens: 50 });
  expect(await lobby.waitFor('v3.token.update', ({ type }) => type === 're_up')).toMatchObject({
    tokens: 65,
    token_change: 50,
  });
  expect(lobby.received.filter(({ name }) => name === 'v3.payment.update')).toEqual([]);
  expect(await reUp(member)).toMatchObject({
    state: 'on',
    charged_today: 1,
    charged_cents_this_month: 500,
    charges: [{ order_id: update.order_id, tokens: 50, amount: 500, state: 'succeeded' }],
  });
  await look();
  expect(await tokensOf(member)).toBe(65);
  const { items } = await member.call('listHistory');
  expect(items[0]).toMatchObject({ kind: 'purchase', tokens: 50 });
});

test.runIf(isFullRun)(
  'nothing is bought at or above the threshold, or without a page for a minute; a lost notice only delays it (S2302)',
  async () => {
    const { member, lobby } = await newMember(CARDS.good, { below: 15 });
    await tip(member, 5);
    await look();
    expect(await tokensOf(member)).toBe(15);
    lobby.close();
    await sql`update re_ups set page_at = now() - interval '61 seconds' where account_id = ${member.id}`.execute(
      kysely,
    );
    // The node may not have seen the page go yet.
    await eventually(async () => {
      await site.site.doChores();
      const { rows } = await sql<{ is_old: boolean }>`
      select page_at < now() - interval '60 seconds' as is_old from re_ups where account_id = ${member.id}`.execute(
        kysely,
      );
      expect(rows[0]?.is_old).toBe(true);
    });
    await tip(member, 5);
    await look();
    expect(await tokensOf(member)).toBe(10);

    // Back on a page: what was spent meanwhile counts at the next look.
    await member.openLobby();
    await eventually(async () => {
      await site.site.doChores();
      expect(await tokensOf(member)).toBe(60);
    });
  },
);

test.runIf(isFullRun)(
  'many spends at once buy once at a time, and never beyond the cap of the day: S2302 (invariants of machine 23)',
  async () => {
    const { member, lobby } = await newMember(CARDS.good, { max_per_day: 2, below: 1_000 });
    for (let at = 0; at < 4; at++) {
      await Promise.all(Array.from({ length: 5 }, () => tip(member, 1)));
      await look();
      await eventually(async () => expect((await reUp(member)).state).toBe('on'));
    }
    expect(
      await lobby.waitFor('v3.reUp.update', ({ errorType }) => errorType === 'limit_reached'),
    ).toBeTruthy();
    expect(await reUp(member)).toMatchObject({
      state: 'on',
      charged_today: 2,
      charged_cents_this_month: 1_000,
    });
    expect(await tokensOf(member)).toBe(20 + 100 - 20);
    expect(lobby.received.filter(({ name }) => name === 'v3.reUp.update')).toHaveLength(3);
  },
);

test('the cap of the month counts in cents (S2302)', async () => {
  const { member } = await newMember(CARDS.good, { max_cents_per_month: 900 });
  await tip(member, 5);
  await eventually(async () => expect(await tokensOf(member)).toBe(65));
  await tip(member, 50);
  await look();
  expect(await tokensOf(member)).toBe(15);
});

test('two declines in a row switch it off, in the settings as well: S2303 S2304 (BILLING-027)', async () => {
  const { member, lobby } = await newMember(CARDS.declinedLater);
  await tip(member, 1);
  expect(await lobby.waitFor('v3.reUp.update')).toMatchObject({ status: 0, errorType: 'declined' });
  expect(await reUp(member)).toMatchObject({ state: 'on', failures: 1 });
  await tip(member, 1);
  expect(await lobby.waitFor('v3.reUp.update', ({ errorType }) => errorType === 'disabled')).toBeTruthy();
  expect(await reUp(member)).toMatchObject({ state: 'disabled', failures: 2 });
  const { settings } = await member.call('getCurrentUser');
  expect(JSON.parse(settings.auto_re_ups)).toMatchObject({ enabled: false, disabled_by_user: false });
  await tip(member, 1);
  await look();
  expect((await reUp(member)).charges).toHaveLength(2);
});

test('a success between two declines keeps it on (S2303)', async () => {
  const { member, cardId, lobby } = await newMember(CARDS.declinedLater);
  await tip(member, 1);
  await lobby.waitFor('v3.reUp.update', ({ errorType }) => errorType === 'declined');
  const good = await putCard(member, CARDS.good);
  await sql`update re_ups set card_id = ${good}, version = version + 1 where account_id = ${member.id}`.execute(
    kysely,
  );
  await tip(member, 30);
  await lobby.waitFor('v3.reUp.update', ({ status }) => status === 1);
  await sql`update re_ups set card_id = ${cardId}, version = version + 1 where account_id = ${member.id}`.execute(
    kysely,
  );
  await tip(member, 45);
  await eventually(async () => expect((await reUp(member)).failures).toBe(1));
  expect((await reUp(member)).state).toBe('on');
});

test.each([
  [CARDS.wantsCode, 'verification_required'],
  [CARDS.wantsCall, 'contact_support'],
] as const)('a decline of the card %s is told as %s (S2303)', async (card, errorType) => {
  const { member, lobby } = await newMember(card);
  await tip(member, 1);
  expect(await lobby.waitFor('v3.reUp.update')).toMatchObject({ status: 0, errorType });
});

test.runIf(isFullRun)(
  'it ends at once when its person switches it off, also for a charge that nobody was asked for yet (S2304)',
  async () => {
    /** A process that died between the row and the biller; undefined where the site's own look came before the choice. */
    const tryIt = async (): Promise<Member | undefined> => {
      const { member: one, cardId } = await newMember();
      await sql`update re_ups set order_id = ${uuidv7()}, version = version + 1 where account_id = ${one.id}`.execute(
        kysely,
      );
      await choose(one, choiceOf(cardId, { enabled: false, disabled_by_user: true }));
      await look();
      await eventually(async () => expect((await reUp(one)).state).toBe('disabled'));
      return (await reUp(one)).charges.length === 0 ? one : undefined;
    };
    let member = await tryIt();
    for (let again = 0; !member && again < 10; again++) member = await tryIt();
    if (!member) throw new Error('the charge was asked for although it was switched off');
    await tip(member, 5);
    await look();
    expect(await tokensOf(member)).toBe(15);
  },
);

test.runIf(isFullRun)(
  'a charge that a dead process left is asked for under its own order, once',
  async () => {
    const { member } = await newMember();
    const order = uuidv7();
    await sql`update re_ups set order_id = ${order}, version = version + 1 where account_id = ${member.id}`.execute(
      kysely,
    );
    await Promise.all([look(), look()]);
    await eventually(async () => expect((await reUp(member)).state).toBe('on'));
    expect((await reUp(member)).charges).toMatchObject([{ order_id: order, state: 'succeeded' }]);
    expect(await tokensOf(member)).toBe(70);
  },
);

test('tokens are bought again by one press, once for each key; refusals name what to do (billing.re_up_failed) (billing.verification_required) (billing.contact_support)', async () => {
  const press = (member: Member, body: object, key = uuidv7()) =>
    member.call('reUpNow', { body: { internal_id: 'tokens_50', ...body }, idempotencyKey: key });
  const member = await site.join();
  expect(await codeOf(press(member, {}))).toBe('billing.card_unknown');
  const good = await putCard(member);
  const key = uuidv7();
  expect(await press(member, { cardId: good }, key)).toEqual({ status: 1, tokens: 70, tokens_added: 50 });
  expect(await press(member, { cardId: good }, key)).toEqual({ status: 1, tokens: 70, tokens_added: 50 });
  expect(await tokensOf(member)).toBe(70);
  expect(await codeOf(press(member, { internal_id: 'nothing' }))).toBe('billing.product_unknown');
  const stranger = await site.join();
  expect(await codeOf(press(stranger, { cardId: good }))).toBe('billing.card_unknown');

  for (const [number, code, error] of [
    [CARDS.declinedLater, 'billing.re_up_failed', 'Auto re-up failed'],
    [CARDS.wantsCode, 'billing.verification_required', 'verification_required'],
    [CARDS.wantsCall, 'billing.contact_support', 'contact_support'],
  ] as const) {
    const buyer = await site.join();
    const cardId = await putCard(buyer, number);
    const refusal = await press(buyer, { cardId }).catch((failure: unknown) => failure);
    expect(refusal).toMatchObject({ code, body: { error } });
  }
});
