import { silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { makeMemoryBus } from '../../platform/bus/index.ts';
import { makeNotices } from '../../platform/events/index.ts';
import { makeLedger } from '../ledger/index.ts';
import { makeWallet } from '../wallet/index.ts';
import { makeCreditStore } from './credit-store.ts';
import { makePayCredits } from './pay-credits.ts';

const site = await useTestSite({ env: { ...BEHIND_PROXY, PROMO_DAILY_TOKENS: '1000000' } });
const { kysely } = site.database;

let networks = 0;
/** Somebody from a network of their own. */
const newcomer = () => site.join({ byForm: true, from: { address: `192.0.2.${++networks}` } });
const confirmed = async (): Promise<Member> => {
  const member = await newcomer();
  await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(kysely);
  return member;
};
const redeem = (member: Visitor, code = 'FREE_TOKENS', idempotencyKey = uuidv7()) =>
  member.call('redeemPromo', { body: { promo_code: code }, idempotencyKey });
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;
const heldOf = async (member: Member) => (await member.call('getCurrentUser')).user.free_tokens_on_hold;
/** Opens the link of the newest mail to a member. */
const confirmByMail = async (member: Member) => {
  const { rows } = await sql<{ id: string }>`
    select id from account_links where account_id = ${member.id} and purpose = 'confirm' order by id desc limit 1`.execute(
    kysely,
  );
  const { makeLinkStore } = await import('../credentials/link-store.ts');
  const token = await makeLinkStore(site.database).issue(rows[0]!.id as never);
  await member.call('confirmEmail', { body: { token } });
};

test('a code gives its tokens once for each person, in whatever letters, and a repeat gives the same answer (PROMO-028)', async () => {
  const member = await confirmed();
  const key = uuidv7();
  const given = await redeem(member, ' free_tokens ', key);
  expect(given).toEqual({ status: 1, tokens: 20, tokens_added: 20, on_hold: false });
  expect(await redeem(member, ' free_tokens ', key)).toEqual(given);
  await sql`delete from idempotent_answers`.execute(kysely);
  expect(await redeem(member, ' free_tokens ', key)).toEqual(given);
  expect(await codeOf(redeem(member))).toBe('promo.code_invalid');
  expect(await tokensOf(member)).toBe(20);
  expect(await codeOf(redeem(member, 'AB'))).toBe('common.invalid_input');
  expect(await codeOf(redeem(member, ''))).toBe('common.invalid_input');
});

test('wrong, used, ended and used-up codes answer alike', async () => {
  await sql`insert into promo_codes (code, tokens, uses_max, starts_at, ends_at) values
    ('ENDED', 5, null, now() - interval '2 days', now() - interval '1 day'),
    ('LATER', 5, null, now() + interval '1 day', null),
    ('ONE_ONLY', 5, 1, now() - interval '1 day', null)`.execute(kysely);
  await redeem(await confirmed(), 'ONE_ONLY');
  const member = await confirmed();
  await redeem(member);
  for (const code of ['NEVER_MADE', 'ENDED', 'LATER', 'ONE_ONLY', 'FREE_TOKENS'])
    await expect(redeem(member, code)).rejects.toMatchObject({
      code: 'promo.code_invalid',
      message: 'This code is not valid',
    });
});

test('whoever is the same person by network, browser or card has a code once', async () => {
  const first = await site.join({ from: { address: '198.51.100.7' } });
  await redeem(first);
  const neighbour = await site.join({ from: { address: '198.51.100.7' } });
  expect(await codeOf(redeem(neighbour))).toBe('promo.code_invalid');

  const browser = await site.visit({ address: '198.51.100.8' });
  await browser.call('login', { body: { login: first.username, password: TEST_PASSWORD } });
  await browser.call('logout', { body: {} });
  const other = await newcomer();
  await browser.call('login', { body: { login: other.username, password: TEST_PASSWORD } });
  expect(await codeOf(redeem(browser))).toBe('promo.code_invalid');

  const [buyer, again] = [await confirmed(), await confirmed()];
  for (const { id } of [buyer, again])
    await sql`insert into cards (id, account_id, biller, card_token, brand, last4)
      values (${uuidv7()}, ${id}, 'sandbox', 'tok_same', 'visa', '4242')`.execute(kysely);
  await redeem(buyer);
  expect(await codeOf(redeem(again))).toBe('promo.code_invalid');
});

test('of many tries at once with the last use of a code one has it', async () => {
  await sql`insert into promo_codes (code, tokens, uses_max) values ('LAST_ONE', 5, 1)`.execute(kysely);
  const members = await Promise.all(Array.from({ length: 8 }, confirmed));
  const codes = await Promise.all(members.map((member) => codeOf(redeem(member, 'LAST_ONE'))));
  expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
});

test('a performer, who has no tokens to spend, redeems nothing (S7)', async () => {
  const model = await site.join({ type: 'model', from: { address: `192.0.2.${++networks}` } });
  expect(await codeOf(redeem(model))).toBe('promo.code_invalid');
  expect(await tokensOf(model)).toBe(0);
});

test('a guest redeems nothing', async () => {
  const guest = await site.visit();
  expect(await codeOf(guest.call('redeemPromo', { body: { promo_code: 'FREE_TOKENS' } }))).toBe(
    'common.unauthenticated',
  );
});

test('tokens of an unconfirmed address wait for it and are credited once, whoever pays them out (S2003)', async () => {
  const member = await newcomer();
  expect(await redeem(member)).toEqual({ status: 1, tokens: 0, tokens_added: 0, on_hold: true });
  expect([await heldOf(member), await tokensOf(member)]).toEqual([20, 0]);
  await confirmByMail(member);
  await site.site.settled();
  const node = () => {
    const ledger = makeLedger({ database: site.database, clock: systemClock, log: silentLog });
    const notices = makeNotices(makeMemoryBus(silentLog), silentLog);
    const wallet = makeWallet({ ledger, notices, clock: systemClock });
    return makePayCredits({ credits: makeCreditStore(site.database), wallet });
  };
  const [a, b] = [node(), node()];
  await Promise.all([a.payDue(), b.payDue(), site.site.doChores(), a.payDue(), b.payDue()]);
  // The site's own job may be the one that pays, and not be done yet.
  await eventually(async () => expect([await heldOf(member), await tokensOf(member)]).toEqual([0, 20]));
  expect((await member.call('listHistory')).items).toHaveLength(1);
  expect(await site.site.ledger.reconcile('all')).toMatchObject({ findings: [] });
});

test.runIf(isFullRun)('a purchase brings a spin of the wheel and opens the vault (S2001)', async () => {
  const member = await newcomer();
  const spinsOf = async () => (await member.call('getPromoWheel')).spins;
  const { purchase_link: link } = await member.call('getPurchaseLink', {
    params: { internal_id: 'tokens_100' },
  });
  await fetch(`${site.sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      query: link.slice(link.indexOf('?') + 1),
      number: '4242 4242 4242 4242',
      expiry: '12/34',
      code: '123',
    }).toString(),
  });
  await eventually(async () => expect(await spinsOf()).toBe(2));
  await site.site.doChores();
  const vault = await member.call('getVaultWheel');
  expect(vault).toMatchObject({ spins: 1, lock: { n: 0 } });
  expect(Date.parse(vault.next_spin_at!)).toBeGreaterThan(Date.now());
});

test('the default offer is told with its product (PROMO-005)', async () => {
  const guest = await site.visit();
  await sql`insert into promo_codes (code, tokens, title, advert_ids) values ('ADVERT_40', 40, '40 free tokens', '{xv300wo}')`.execute(
    kysely,
  );
  expect((await guest.call('getPromos', { query: {} })).default).toMatchObject({
    code: 'FREE_TOKENS',
    title: '20 free tokens',
    tokens: 20,
    internal_id: 'tokens_200',
    amount: 2_000,
    currency: 'USD',
  });
  expect((await guest.call('getPromos', { query: { advert_id: 'xv300wo' } })).default?.code).toBe(
    'ADVERT_40',
  );
  expect((await guest.call('getPromos', { query: { advert_id: 'other' } })).default?.code).toBe(
    'FREE_TOKENS',
  );
  expect(await guest.call('noteOffer', { body: { offer: 'FREE_TOKENS', action: 'shown' } })).toEqual({
    status: 1,
  });
});
