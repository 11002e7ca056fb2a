import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { howMany } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CARDS, payAtSandbox, putCard } from '../../app/testing-card.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const faults: unknown[] = [];
const site = await useTestSite({
  log: { ...silentLog, error: (...said: readonly unknown[]) => void faults.push(said) },
  env: { POSTPAY_AFTER_DAYS: '0', POSTPAY_AFTER_PURCHASES: '1' },
});
const ROUNDS = howMany(3, 100);
const NOBODYS = '0198f1a2-0000-7000-8000-000000000001';

test('a card comes on file by the hosted page alone, for the price of its first tokens, and is listed without its number', async () => {
  const member = await site.join();
  const { link, order_id: id } = await member.call('startCard', { body: {} });
  expect(new URL(link).origin).toBe(site.sandboxUrl);
  await payAtSandbox(link);
  await eventually(async () =>
    expect((await member.call('getOrder', { params: { order_id: id } })).state).toBe('succeeded'),
  );
  const card = {
    id: expect.any(String) as string,
    has_affidavit: false,
    brand: 'Visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2034,
    biller: 'sandbox',
    is_default: true,
  };
  await eventually(async () => expect(await member.call('listCards')).toEqual({ cards: [card] }));
  expect((await member.call('getCurrentUser')).tokens).toBe(20);
});

test('no card is taken where no biller keeps one (billing.biller_unavailable)', async () => {
  const member = await site.join();
  faults.length = 0;
  expect(await codeOf(member.call('startCard', { body: { biller: 'paypal' } }))).toBe(
    'billing.biller_unavailable',
  );
  // An answer, and no fault that somebody would have to look after.
  expect(faults).toEqual([]);
});

test('whoever may not buy puts no card on file, which is a purchase (billing.model_cannot_buy) (billing.tip_blocked_country)', async () => {
  const model = await site.join({ type: 'model' });
  expect(await codeOf(model.call('startCard', { body: {} }))).toBe('billing.model_cannot_buy');
  const swede = await site.join();
  await sql`update accounts set last_login_country = 'SE' where id = ${swede.id}`.execute(
    site.database.kysely,
  );
  expect(await codeOf(swede.call('startCard', { body: {} }))).toBe('billing.tip_blocked_country');
});

test('the default card is listed first and the one that is charged', async () => {
  const member = await site.join();
  await putCard(member);
  const second = await putCard(member, CARDS.other);
  const { cards } = await member.call('makeCardDefault', { params: { id: second } });
  expect(cards.map(({ last4, is_default: isDefault }) => [last4, isDefault])).toEqual([
    ['4444', true],
    ['4242', false],
  ]);
});

test('a deleted card is gone, and on file again when it pays again; deleting asks for the password', async () => {
  const member = await site.join();
  const id = await putCard(member);
  await sql`update sessions set sudo_until = now() - interval '1 minute' where account_id = ${member.id}`.execute(
    site.database.kysely,
  );
  expect(await codeOf(member.call('deleteCard', { params: { id } }))).toBe('common.sudo_required');
  await member.call('sudo', { body: { password: member.password } });
  expect((await member.call('deleteCard', { params: { id } })).cards).toEqual([]);
  expect((await member.call('getCurrentUser')).has_cc).toBe(false);
  expect(await codeOf(member.call('deleteCard', { params: { id } }))).toBe('billing.card_unknown');
  expect(await putCard(member)).toBe(id);
});

test('a card that is charged by itself cannot be deleted (billing.card_in_use)', async () => {
  const member = await site.join();
  const id = await putCard(member);
  const choice = { internal_id: 'tokens_50', below: 20, max_per_day: 1, max_cents_per_month: 500 };
  const set = (enabled: boolean) =>
    member.call('saveSettings', {
      body: {
        auto_re_ups: JSON.stringify({ enabled, ...choice, card_id: id, disabled_by_user: !enabled }),
      },
    });
  const remove = () => member.call('deleteCard', { params: { id } });
  await set(true);
  expect(await codeOf(remove())).toBe('billing.card_in_use');
  await set(false);
  await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(site.database.kysely);
  await member.call('enablePostpay', { body: { card_id: id, limit_cents: 1_000 } });
  expect(await codeOf(remove())).toBe('billing.card_in_use');
});

test('of a card that is deleted while something begins to charge it, one or the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const member = await site.join();
    await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(
      site.database.kysely,
    );
    const id = await putCard(member);
    const choice = {
      enabled: true,
      internal_id: 'tokens_50',
      below: 20,
      card_id: id,
      max_per_day: 3,
      max_cents_per_month: 20_000,
      disabled_by_user: false,
    };
    const begins =
      round % 2
        ? member.call('saveSettings', { body: { auto_re_ups: JSON.stringify(choice) } })
        : member.call('enablePostpay', { body: { card_id: id, limit_cents: 1_000 } });
    const codes = await Promise.all([codeOf(begins), codeOf(member.call('deleteCard', { params: { id } }))]);
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
    const { cards } = await member.call('listCards');
    expect(cards.length).toBe(codes[0] === 'not refused' ? 1 : 0);
  }
});

test('an affidavit is signed once for each card, and what is bought with knows it', async () => {
  const member = await site.join();
  const id = await putCard(member);
  const sign = (signature: string) =>
    member.call('signCard', { params: { id }, body: { signature, accepted: true } });
  await sign('  Ann Example ');
  await sign('Somebody Else');
  expect((await member.call('listCards')).cards[0]!.has_affidavit).toBe(true);
  expect((await member.call('listProducts', { body: {} })).cards[0]!.has_affidavit).toBe(true);
  const { rows } = await sql<{ signature: string }>`
    select signature from card_affidavits where card_id = ${id}`.execute(site.database.kysely);
  expect(rows).toEqual([{ signature: 'Ann Example' }]);
  expect(await codeOf(sign('4242 4242 4242 4242'))).toBe('common.invalid_input');
});

test('somebody else’s card answers as one that is not there (billing.card_unknown)', async () => {
  const member = await site.join();
  const stranger = await site.join();
  const owned = await putCard(member);
  for (const id of [owned, NOBODYS]) {
    const params = { id };
    expect(await codeOf(stranger.call('makeCardDefault', { params }))).toBe('billing.card_unknown');
    expect(await codeOf(stranger.call('deleteCard', { params }))).toBe('billing.card_unknown');
    const body = { signature: 'Eve', accepted: true } as const;
    expect(await codeOf(stranger.call('signCard', { params, body }))).toBe('billing.card_unknown');
  }
  expect((await stranger.call('listCards')).cards).toEqual([]);
});
