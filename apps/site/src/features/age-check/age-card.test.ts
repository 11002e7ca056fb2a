import type { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import type { Visitor } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '../../app/testing-site.ts';
import { cardForm, openTestTwins } from './testing-twins.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const twins = openTestTwins(site);
const TEXAS = { country: 'US', region: 'TX' };
const GOOD = '4242 4242 4242 4242';
const BAD = '4000 0000 0000 0002';

const send = (visitor: Visitor, form: ReturnType<typeof cardForm>, key: string = uuidv7()) =>
  visitor.call('checkAgeByCard', { body: form, idempotencyKey: key });
const check = async (visitor: Visitor, number = GOOD, more: object = {}) =>
  send(visitor, cardForm(await twins.makeToken(visitor, number), more));
const balanceOf = async (visitor: Visitor) => (await visitor.call('getCurrentUser')).tokens;
/** The marked fields of a refused form. */
const faultsOf = async (visitor: Visitor, more: object) => {
  const error = await send(visitor, cardForm('token', more)).catch((thrown: unknown) => thrown);
  const fields = (error as CallError).body?.fields ?? [];
  return fields.map(({ path, reason, message }) => [path, reason, message]);
};

describe('the form', () => {
  test.each([
    ['first_name', '', 'required', 'First name is required'],
    ['last_name', ' ', 'required', 'Last name is required'],
    ['email', '', 'required', 'Email is required'],
    ['address', '', 'required', 'Address is required'],
    ['city', '', 'required', 'City is required'],
    ['state', '', 'required', 'State is required'],
    ['country', '', 'required', 'Country is required'],
    ['zip', '', 'required', 'Postal code is required'],
    ['birth_date', '0000-00-00', 'zero_date', 'Birth date is required'],
    ['birth_date', '2001-02-30', 'pattern', 'This is not in the right form'],
  ])('without %s (%j) is refused at that field', async (path, value, reason, message) => {
    const faults = await faultsOf(await site.visit(TEXAS), { [path]: value });
    expect(faults).toContainEqual([path, reason, message]);
  });

  test('states are chosen in the United States and Canada, provinces written elsewhere: AGE-VERIFICATION-045', async () => {
    const visitor = await site.visit(TEXAS);
    for (const country of ['US', 'CA'])
      expect(await faultsOf(visitor, { country, state: '' })).toEqual([
        ['state', 'required', 'State is required'],
      ]);
    expect(await faultsOf(visitor, { country: 'US', state: 'Texas' })).toHaveLength(1);
    expect(await faultsOf(visitor, { country: 'DE', state: '' })).toEqual([
      ['state', 'required', 'Province is required'],
    ]);
    // Whatever was written is taken there; the token is what is wrong then.
    expect(await faultsOf(visitor, { country: 'DE', state: 'Bayern' })).toEqual([]);
  });

  test('takes 50 letters and no more, and months and years as the page sends them', async () => {
    const visitor = await site.visit(TEXAS);
    for (const field of ['first_name', 'last_name', 'address', 'city', 'zip', 'email', 'country'])
      expect(await faultsOf(visitor, { [field]: 'x'.repeat(51) })).toEqual([
        [field, 'too_long', 'This is too long'],
      ]);
    for (const card of [
      { exp_month: '13', exp_year: '2034' },
      { exp_month: '1', exp_year: '2034' },
      { exp_month: '12', exp_year: '34' },
    ])
      expect(await faultsOf(visitor, { card: { ...card, first6: '424242', last4: '4242' } })).toHaveLength(1);
  });

  test('with the number of a card in any field is refused, and so is a field for one: AGE-VERIFICATION-019', async () => {
    const visitor = await site.visit(TEXAS);
    for (const field of ['address', 'zip', 'payment_token', 'first_name'])
      expect(await codeOf(send(visitor, cardForm('token', { [field]: GOOD })))).toBe(
        'compliance.card_data_refused',
      );
    expect(await faultsOf(visitor, { card_number: GOOD })).toEqual([
      ['card_number', 'unknown', 'This field is not known'],
    ]);
    expect(await faultsOf(visitor, { cvc: '123' })).toHaveLength(1);
  });

  test('of somebody under 18 is refused', async () => {
    const visitor = await site.visit(TEXAS);
    const born = `${new Date().getUTCFullYear() - 17}-01-01`;
    expect(await codeOf(send(visitor, cardForm('token', { birth_date: born })))).toBe('compliance.under_age');
  });
});

describe('a card', () => {
  test('that its bank accepts passes, costs nothing and leaves nothing of its holder: AGE-VERIFICATION-006, AGE-VERIFICATION-007', async () => {
    const member = await site.join({ from: TEXAS });
    expect(await check(member)).toEqual({
      status: 1,
      state: 'passed',
      message: 'Your age is verified',
      tokens: 0,
      tokens_added: 0,
    });
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'passed', failed: false });
    // Every table, as text: neither the name, the address nor a piece of the card is anywhere.
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(kysely);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const { rows } = await sql<{ found: string }>`
        select left(t::text, 200) as found from ${sql.raw(name)} t
        where t::text ~* 'lovelace|1 Main Street|73301|424242|1990-02-03|ada\\.'`.execute(kysely);
      expect([name, rows]).toEqual([name, []]);
    }
  });

  test('of a guest passes, too', async () => {
    const guest = await site.visit(TEXAS);
    expect(await check(guest)).toMatchObject({ state: 'passed', tokens: 0 });
    expect((await guest.call('getAgeCheck')).state).toBe('passed');
  });

  test('that is declined fails and says so: ERRORS-072 of the server', async () => {
    const member = await site.join({ from: TEXAS });
    expect(await codeOf(check(member, BAD))).toBe('compliance.verification_failed');
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'failed', failed: true, attempts: 1 });
    for (let tries = 2; tries <= 3; tries++) await codeOf(check(member, BAD));
    expect(await codeOf(member.call('openCardFields', { body: {} }))).toBe('compliance.too_many_attempts');
    expect(await codeOf(send(member, cardForm('token')))).toBe('compliance.too_many_attempts');
  });

  test('is not asked for twice by a repeat of the same key', async () => {
    const member = await site.join({ from: TEXAS });
    const form = cardForm(await twins.makeToken(member, BAD));
    const key = uuidv7();
    expect(await codeOf(send(member, form, key))).toBe('compliance.verification_failed');
    expect(await codeOf(send(member, form, key))).toBe('compliance.verification_failed');
    expect((await member.call('getAgeCheck')).attempts).toBe(1);
  });

  test('is no way where the law of the place knows none', async () => {
    const member = await site.join({ from: { country: 'FR' } });
    expect(await codeOf(member.call('openCardFields', { body: {} }))).toBe('compliance.method_not_allowed');
    expect(await codeOf(send(member, cardForm('token')))).toBe('compliance.method_not_allowed');
  });

  test('whose vendor is away is told, and counts as no try', async () => {
    const member = await site.join({ from: TEXAS });
    const token = await twins.makeToken(member, GOOD);
    await twins.setFaults({ isAway: true });
    expect(await codeOf(send(member, cardForm(token)))).toBe('compliance.vendor_unavailable');
    await twins.setFaults({});
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'none', attempts: 0 });
  });
});

describe('the purchase with a check', () => {
  test('brings 300 tokens once: do_purchase 1, AGE-VERIFICATION-025', async () => {
    const member = await site.join({ from: TEXAS });
    expect(await check(member, GOOD, { do_purchase: 1 })).toEqual({
      status: 1,
      state: 'passed',
      message: 'Your age is verified',
      tokens: 300,
      tokens_added: 300,
    });
    const { rows } =
      await sql`select amount_cents, tokens, state from orders where account_id = ${member.id}`.execute(
        kysely,
      );
    expect(rows).toEqual([{ amount_cents: 1_099, tokens: 300, state: 'succeeded' }]);
    expect(await codeOf(check(member, GOOD, { do_purchase: 1 }))).toBe('billing.product_unknown');
    expect(await balanceOf(member)).toBe(300);
  });

  test('of two tabs at once is one purchase', async () => {
    const member = await site.join({ from: TEXAS });
    const tokens = [await twins.makeToken(member, GOOD), await twins.makeToken(member, GOOD)];
    const both = await Promise.all(
      tokens.map((token) => codeOf(send(member, cardForm(token, { do_purchase: 1 })))),
    );
    expect(both.toSorted()).toEqual(['billing.product_unknown', 'not refused']);
    expect(await balanceOf(member)).toBe(300);
  });

  test('that the bank declines charges nothing and is a failure', async () => {
    const member = await site.join({ from: TEXAS });
    expect(await codeOf(check(member, BAD, { do_purchase: 1 }))).toBe('billing.declined');
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'failed', attempts: 1 });
    expect(await balanceOf(member)).toBe(0);
  });

  test('needs an account that may buy, and a value of do_purchase that there is', async () => {
    const guest = await site.visit(TEXAS);
    expect(await codeOf(check(guest, GOOD, { do_purchase: 1 }))).toBe('common.unauthenticated');
    const model = await site.join({ type: 'model', isApproved: false, from: TEXAS });
    expect(await codeOf(check(model, GOOD, { do_purchase: 1 }))).toBe('billing.model_cannot_buy');
    expect(await faultsOf(guest, { do_purchase: 2 })).toHaveLength(1);
    const pending = await site.join({ from: TEXAS });
    await sql`update accounts set compliance_status = 'pending' where id = ${pending.id}`.execute(kysely);
    expect(await codeOf(check(pending, GOOD, { do_purchase: 1 }))).toBe('billing.compliance_pending');
  });

  test('by its link needs a log-in and no check, where checks are asked for: AGE-VERIFICATION-005', async () => {
    const member = await site.join({ from: TEXAS });
    const { biller_link: link } = await member.call('getAgeOffer');
    const [, , biller, internalId] = link.split('/') as [string, string, 'sandbox', string];
    const params = { biller, internal_id: internalId };
    expect((await member.call('openPurchase', { params })).link).toContain('amount=1099');
    const elsewhere = await site.join({ from: { country: 'DE' } });
    expect(await codeOf(elsewhere.call('openPurchase', { params }))).toBe('billing.product_unknown');
    expect(await codeOf((await site.visit(TEXAS)).call('openPurchase', { params }))).toBe(
      'common.unauthenticated',
    );
  });
});

test('what was authorized to check a card is voided', async () => {
  const heldNow = async () =>
    ((await (await fetch(`${site.sandboxUrl}/twins/ccbill/held`)).json()) as { held: number }).held;
  await check(await site.join({ from: TEXAS }));
  await eventually(async () => expect(await heldNow()).toBe(0));
});

test('the fields of the card are an origin of their own, which no script of the site reads: AGE-VERIFICATION-015, AGE-VERIFICATION-022, AGE-VERIFICATION-024', async () => {
  const answer = await fetch(`${site.url}/api/v1/ccbill/card-fields`);
  const policy = answer.headers.get('content-security-policy')!;
  expect(answer.status).toBe(200);
  expect(policy).toContain('sandbox allow-scripts;');
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain(`connect-src ${site.sandboxUrl}`);
  const { script_url: script } = await (await site.visit(TEXAS)).call('openCardFields', { body: {} });
  expect((await fetch(script)).headers.get('content-type')).toContain('javascript');
  expect(policy).toContain(new URL(script).origin);
  const page = await answer.text();
  // Number and code are as long as the form says.
  expect(page).toContain('maxlength="50" data-ccbill="cardNumber"');
  expect(page).toContain('maxlength="5" data-ccbill="cvv2"');
});
