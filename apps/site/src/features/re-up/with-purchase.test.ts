import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CARDS, payAtSandbox, putCard } from '../../app/testing-card.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* Consent to automatic purchases that is given with a purchase (S2301). */

const site = await useTestSite();
const { kysely } = site.database;
const model = await site.join({ type: 'model', username: 'iris_hale' });

const terms = (more: object = {}) => ({
  enabled: true,
  internal_id: 'tokens_50',
  below: 20,
  max_per_day: 3,
  max_cents_per_month: 20_000,
  disabled_by_user: false,
  ...more,
});
const open = (member: Member, consent?: object, internal_id = 'tokens_50') =>
  member.call('openPurchase', {
    params: { biller: 'sandbox', internal_id },
    query: consent ? { autoReUpsSettings: JSON.stringify(consent) } : {},
  });
const stateOf = async (member: Member) => (await member.call('getReUp')).state;
const settled = (member: Member, id: string, state = 'succeeded') =>
  eventually(async () =>
    expect((await member.call('getOrder', { params: { order_id: id } })).state).toBe(state),
  );
const look = async () => {
  await site.site.settled();
  await site.site.doChores();
};
const promises = async (member: Member) => {
  const { rows } = await sql`select 1 from re_up_promises where account_id = ${member.id}`.execute(kysely);
  return rows.length;
};

test.runIf(isFullRun)(
  'a consent without a card counts once the first purchase is approved, with the card that it leaves',
  async () => {
    const member = await site.join();
    const { link, order_id: id } = await open(member, terms());
    await look();
    expect(await stateOf(member)).toBe('off');
    await payAtSandbox(link);
    await settled(member, id);
    await eventually(async () => {
      await look();
      expect(await stateOf(member)).toBe('on');
    });
    const { cards } = await member.call('listCards');
    const { settings } = await member.call('getCurrentUser');
    expect(JSON.parse(settings.auto_re_ups)).toEqual(terms({ card_id: cards[0]!.id }));
    const { rows } = await sql<{ terms: string; agreed_cents: number; agreed_tokens: number }>`
    select c.terms, r.agreed_cents, r.agreed_tokens from re_up_consents c join re_ups r using (account_id)
    where account_id = ${member.id}`.execute(kysely);
    expect(rows).toEqual([{ terms: settings.auto_re_ups, agreed_cents: 500, agreed_tokens: 50 }]);
    expect(await promises(member)).toBe(0);

    // Who spends is then charged by it.
    const lobby = await member.openLobby();
    await look();
    const tip = { params: { id: String(model.id) }, body: { amount: 40 }, idempotencyKey: uuidv7() };
    await member.call('sendTip', tip);
    expect(await lobby.waitFor('v3.reUp.update')).toMatchObject({ status: 1, tokens: 50 });
  },
);

test('a declined purchase switches nothing on, and a later one on the same page does', async () => {
  const member = await site.join();
  const { link, order_id: id } = await open(member, terms());
  await payAtSandbox(link, '4000 0000 0000 0002');
  await settled(member, id, 'declined');
  await look();
  expect(await stateOf(member)).toBe('off');
  expect(await promises(member)).toBe(1);
  await payAtSandbox(link);
  await settled(member, id);
  await eventually(async () => {
    await look();
    expect(await stateOf(member)).toBe('on');
  });
});

test('the last press decides: without the tick the same order agrees to nothing', async () => {
  const member = await site.join();
  const first = await open(member, terms());
  const second = await open(member);
  expect(second.order_id).toBe(first.order_id);
  await payAtSandbox(first.link);
  await settled(member, first.order_id);
  await look();
  expect(await stateOf(member)).toBe('off');
  expect((await member.call('listCards')).cards).toHaveLength(1);
});

test('who switches it off before the purchase is paid has it off', async () => {
  const member = await site.join();
  const { link, order_id: id } = await open(member, terms());
  const off = JSON.stringify({ enabled: false, disabled_by_user: true });
  await member.call('saveSettings', { body: { auto_re_ups: off } });
  await payAtSandbox(link);
  await settled(member, id);
  await look();
  expect(await stateOf(member)).toBe('off');
  expect(await promises(member)).toBe(0);
});

test.runIf(isLongRun)(
  'consents that several look at in one moment count once, and who switches off at that moment has it off',
  async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => site.join()));
    const orders = await Promise.all(members.map((member) => open(member, terms())));
    for (const { link } of orders) await payAtSandbox(link);
    for (const [at, member] of members.entries()) await settled(member, orders[at]!.order_id);
    const off = JSON.stringify({ enabled: false, disabled_by_user: true });
    const [leaving, ...staying] = members;
    await Promise.all([
      ...Array.from({ length: 8 }, () => look()),
      leaving!.call('saveSettings', { body: { auto_re_ups: off } }),
    ]);
    for (const member of staying) {
      await eventually(async () => {
        await look();
        expect(await stateOf(member)).toBe('on');
      });
      const { rows } = await sql`
      select 1 from re_up_consents where account_id = ${member.id}`.execute(kysely);
      expect(rows).toHaveLength(1);
    }
    // Disabled where the consent counted a moment before it was taken back.
    expect(['off', 'disabled']).toContain(await stateOf(leaving!));
    expect(await promises(leaving!)).toBe(0);
  },
);

test.runIf(isFullRun)(
  'a purchase that leaves no card, is taken back or was made dearer meanwhile agrees to nothing',
  async () => {
    const [bare, returned, dearer] = [await site.join(), await site.join(), await site.join()];
    const orders = await Promise.all([bare, returned, dearer].map((member) => open(member, terms())));
    for (const { link } of orders) await payAtSandbox(link);
    for (const [at, member] of [bare, returned, dearer].entries())
      await settled(member, orders[at]!.order_id);
    // As if these came before the promises were looked at.
    const again = async (at: number, member: Member, card: boolean) => {
      await sql`delete from re_ups where account_id = ${member.id}`.execute(kysely);
      await sql`insert into re_up_promises (order_id, account_id, terms, agreed_at, card_id)
      values (${orders[at]!.order_id}, ${member.id}, ${JSON.stringify(terms())}, now(),
        ${card ? sql`(select id from cards where account_id = ${member.id})` : null})
      on conflict (order_id) do update set card_id = excluded.card_id`.execute(kysely);
    };
    await look();
    await again(0, bare, false);
    await again(1, returned, true);
    await again(2, dearer, true);
    await sql`update orders set settled_at = now() - interval '1 hour' where id = ${orders[0]!.order_id}`.execute(
      kysely,
    );
    await sql`update orders set state = 'refunded' where id = ${orders[1]!.order_id}`.execute(kysely);
    await sql`update orders set amount_cents = 400 where id = ${orders[2]!.order_id}`.execute(kysely);
    await look();
    for (const member of [bare, returned, dearer]) {
      expect(await promises(member)).toBe(0);
      expect(await stateOf(member)).toBe('off');
    }
  },
);

test('a consent that could not be kept is refused before there is an order', async () => {
  const member = await site.join();
  for (const wrong of [
    terms({ internal_id: 'tokens_100' }),
    terms({ below: 0 }),
    { enabled: true, internal_id: 'tokens_50', disabled_by_user: false },
  ])
    expect(await codeOf(open(member, wrong)), JSON.stringify(wrong)).toBe('common.invalid_input');
  expect(await codeOf(open(member, terms({ card_id: uuidv7() })))).toBe('billing.card_unknown');
  expect((await member.call('listReceipts', { query: {} })).items).toEqual([]);
});

test('with a card on file it counts at once, with the card that is charged', async () => {
  const member = await site.join();
  const cardId = await putCard(member, CARDS.good);
  const answer = await member.call('purchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_50' },
    body: { autoReUpsSettings: terms() },
    idempotencyKey: uuidv7(),
  });
  expect(answer.status).toBe(1);
  const { settings } = await member.call('getCurrentUser');
  expect(JSON.parse(settings.auto_re_ups)).toEqual(terms({ card_id: cardId }));
  expect(await stateOf(member)).toBe('on');
});

test('what was agreed to and has become dearer is not bought: it is switched off, and pages are told', async () => {
  const member = await site.join();
  await putCard(member);
  await member.call('purchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_50' },
    body: { autoReUpsSettings: terms() },
    idempotencyKey: uuidv7(),
  });
  const lobby = await member.openLobby();
  await look();
  await sql`update products set amount_cents = 600 where internal_id = 'tokens_50'`.execute(kysely);
  const tip = { params: { id: String(model.id) }, body: { amount: 60 }, idempotencyKey: uuidv7() };
  await member.call('sendTip', tip);
  expect(await lobby.waitFor('v3.reUp.update')).toMatchObject({ status: 0, errorType: 'disabled' });
  const { settings } = await member.call('getCurrentUser');
  expect(JSON.parse(settings.auto_re_ups)).toMatchObject({ enabled: false, disabled_by_user: false });
  expect((await member.call('getReUp')).charges).toEqual([]);
  await sql`update products set amount_cents = 500 where internal_id = 'tokens_50'`.execute(kysely);
});
