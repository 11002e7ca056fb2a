import { readFileSync } from 'node:fs';
import { uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { ageOn, isOfAge } from './age-rules.ts';
import { makeIsWeakPassword } from './password.ts';
import { refuseUsername } from './username-rules.ts';
import { acceptedBy } from './testing-accepted-store.ts';

const site = await useTestSite();

const form = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.org`,
  password: TEST_PASSWORD,
  birth_date: '1990-05-01',
  gender: 'f' as const,
  terms_accepted: true as const,
  age_confirmed: true as const,
  ...more,
});

describe('registration', () => {
  test('makes an account, logs it in and changes the CSRF token (IDENTITY-001)', async () => {
    const visitor = await site.visit();
    const before = visitor.csrf;
    const answer = await visitor.call('register', { body: form('anna_7') });
    expect(answer).toMatchObject({ user: { username: 'anna_7', email_confirmed: 0 }, next: 'home' });
    expect(visitor.csrf).not.toBe(before);
    expect((await visitor.call('getCurrentUser')).user).toMatchObject({
      username: 'anna_7',
      type: 'other',
      email_confirmed: 0,
    });
  });

  test('keeps which version of the terms and of the privacy policy was accepted', async () => {
    const visitor = await site.visit();
    await visitor.call('register', { body: form('reads_all') });
    const read = async (slug: 'privacy' | 'terms') => {
      const { version, effective_at } = await visitor.call('getContent', { params: { slug } });
      return { slug, version, effectiveOn: effective_at.slice(0, 10) };
    };
    const accepted = await acceptedBy(site.database, 'reads_all');
    expect(accepted).toEqual([await read('privacy'), await read('terms')]);
    // Whoever is refused has accepted nothing.
    expect(await codeOf(visitor.call('register', { body: form('reads_all') }))).toBeTruthy();
    expect(await acceptedBy(site.database, 'reads_all')).toEqual(accepted);
  });

  test('sends a model to the onboarding (IDENTITY-003) (IDENTITY-020)', async () => {
    const visitor = await site.visit();
    expect(await visitor.call('register', { body: form('new_model', { type: 'model' }) })).toMatchObject({
      next: 'onboarding',
    });
    expect((await visitor.call('getCurrentUser')).user).toMatchObject({
      type: 'model',
      compliance_status: 'none',
    });
  });

  test('refuses who is not 18, to the day (IDENTITY-038) (identity.under_age)', async () => {
    const visitor = await site.visit();
    const today = new Date();
    const day = (years: number, days: number) =>
      new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days))
        .toISOString()
        .slice(0, 10);
    expect(
      await codeOf(visitor.call('register', { body: form('too_young', { birth_date: day(18, 1) }) })),
    ).toBe('identity.under_age');
    expect(
      await codeOf(visitor.call('register', { body: form('just_right', { birth_date: day(18, 0) }) })),
    ).toBe('not refused');
    for (const never of ['1800-01-01', day(127, 0)])
      expect(await codeOf(visitor.call('register', { body: form('too_old', { birth_date: never }) }))).toBe(
        'common.invalid_input',
      );
  });

  test('refuses names that are taken, reserved or pretend to be guests (identity.username_taken) (identity.username_refused)', async () => {
    await site.join({ username: 'taken_name' });
    const visitor = await site.visit();
    expect(await codeOf(visitor.call('register', { body: form('taken_name') }))).toBe(
      'identity.username_taken',
    );
    for (const name of ['girls', 'admin', 'guest_abc'])
      expect(await codeOf(visitor.call('register', { body: form(name) }))).toBe('identity.username_refused');
    expect(await visitor.call('isUsernameAvailable', { query: { username: 'taken_name' } })).toEqual({
      available: false,
      reason: 'taken',
    });
    expect(await visitor.call('isUsernameAvailable', { query: { username: 'login' } })).toEqual({
      available: false,
      reason: 'reserved',
    });
    expect(await visitor.call('isUsernameAvailable', { query: { username: 'Free Name' } })).toEqual({
      available: false,
      reason: 'pattern',
    });
    expect(await visitor.call('isUsernameAvailable', { query: { username: 'free_name' } })).toEqual({
      available: true,
      reason: null,
    });
  });

  test('of one name from two pages at once makes one account', async () => {
    const pages = await Promise.all([site.visit(), site.visit()]);
    const codes = await Promise.all(
      pages.map((page) => codeOf(page.call('register', { body: form('same_name') }))),
    );
    expect(codes.toSorted()).toEqual(['identity.username_taken', 'not refused']);
  });

  test('does not reveal that an address is known', async () => {
    const first = await site.visit();
    const second = await site.visit();
    await first.call('register', { body: form('first_one', { email: 'shared@example.org' }) });
    expect(
      await codeOf(second.call('register', { body: form('second_one', { email: 'shared@example.org' }) })),
    ).toBe('not refused');
  });

  test('refuses passwords that are guessed first (identity.password_weak)', async () => {
    const visitor = await site.visit();
    const guessed = [
      'password123',
      'aaaaaaaaaa',
      'qwertyuiop12',
      'sunshine1',
      'abcd1234',
      'weak_one',
      '1qaz2wsx'.repeat(16),
    ];
    for (const password of guessed)
      expect(await codeOf(visitor.call('register', { body: form('weak_one', { password }) }))).toBe(
        'identity.password_weak',
      );
    const isWeakPassword = makeIsWeakPassword();
    expect(await isWeakPassword('longusername', 'longusername', 'a@b.c')).toBe(true);
    expect(await isWeakPassword('marlowe.vance', 'somebody', 'marlowe.vance@b.c')).toBe(true);
    for (const password of ['correct horse battery', 'demo-password', 'vinyl-night-74', 'x7#kQ!2m'])
      expect(await isWeakPassword(password, 'somebody', 'a@b.c'), password).toBe(false);
  });
});

describe('the current user', () => {
  test('of a guest starts with guest_, has the defaults and a shape of its own (IDENTITY-015) (IDENTITY-029) (SETTINGS-007)', async () => {
    const visitor = await site.visit();
    const { user, settings, tokens } = await visitor.call('getCurrentUser');
    expect(user.username).toMatch(/^guest_/);
    expect(user).toMatchObject({ id: 0, type: 'other', email: null, membership: null });
    expect(settings).toMatchObject({
      font_size: '11px',
      text_color: '#333333',
      volume_tip: 70,
      private_cost: 30,
      mod_expire: 14,
      chat_allowed: 'tokens',
    });
    expect(tokens).toBe(0);
  });

  test('has the same fields for guest and account; only values differ', async () => {
    const guest = await (await site.visit()).call('getCurrentUser');
    const member = await (await site.join()).call('getCurrentUser');
    expect(Object.keys(member).toSorted()).toEqual(Object.keys(guest).toSorted());
    expect(Object.keys(member.user).toSorted()).toEqual(Object.keys(guest.user).toSorted());
  });

  test('says of an account what it is, has and may do (IDENTITY-019) (IDENTITY-026) (IDENTITY-027)', async () => {
    const { kysely } = site.database;
    const prices = { supporter: 100, insider: 200, legend: 400 };
    const club = { fanclub_enabled: true, fanclub_prices: prices };
    const model = await site.join({ type: 'model', settings: club });
    const member = await site.join({
      tokens: 500,
      roles: ['lovense_tester'],
      settings: { languageList: ['german'] },
    });
    const { id, username } = member;
    await sql`update accounts set membership = 'vip', email_confirmed = true where id = ${id}`.execute(
      kysely,
    );
    await sql`insert into cards (id, account_id, biller, card_token, brand, last4)
      values (gen_random_uuid(), ${id}, 'sandbox', 'sbx_1', 'visa', '4242')`.execute(kysely);
    await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
      values (${uuidv7()}, ${id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'succeeded', now())`.execute(
      kysely,
    );
    await member.call('follow', { params: { username: model.username }, body: {} });
    await member.call('joinFanClub', {
      params: { username: model.username },
      body: { level: 'supporter', price: 100 },
      idempotencyKey: uuidv7(),
    } as never);
    const { user, ...current } = await member.call('getCurrentUser');
    expect(user).toMatchObject({
      id,
      username,
      display_name: username,
      email: `${username}@example.org`,
      gender: 'f',
      type: 'other',
      membership: 'vip',
      identity_confirmed: 0,
      email_confirmed: 1,
      birth_date: '1990-05-01',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u),
      geo: { ip: '127.0.0.1', locale: 'en' },
      user_roles: ['lovense_tester'],
      tags: [],
      following: [{ followname: model.username }],
      is_studio_owner: false,
      is_studio_pay: false,
      is_substudio_manager: false,
      is_direct_pay: false,
      isAdmin: false,
      isSuperAdmin: false,
      isSuperWhale: false,
      isVoyeurCam: false,
      canAbTest: false,
      ageVerification: {
        required: false,
        creditCardRequired: false,
        methods: { yoti: true, zendesk: true },
      },
      compliance_status: 'none',
      compliance_reject_reason: null,
      suspension_date: null,
      free_tokens_on_hold: 0,
      fraud_percent: null,
      has_2faEnabled: false,
      two_factor_auth_type: null,
      node_token: expect.stringMatching(/./u),
      vault_wheel: { spins: 0 },
      model_data: null,
      notificationUnreadCount: 0,
      lastLoginCountryTipBlocked: false,
      requires_credit_card_affidavit: false,
      showSupportPhone: false,
      showFlaggedWarning: false,
      isOnVpn: false,
      identity_application: null,
      has_already_purchased_premium: false,
      has_devices_with_payments: true,
    });
    expect([user.studio, user.substudio, user.country_code]).toEqual([null, null, null]);
    expect(current).toMatchObject({
      settings: { languageList: ['german'] },
      tokens: 400,
      has_purchase: true,
      has_cc: true,
      media_ids: [],
      fanclub_membership_list: [{ modelUsername: model.username, level: 'supporter', auto_renew: true }],
      blocked_countries: [],
      blocked_states: [],
      languageList: ['german'],
      lastPayment: { amount: 500, currency: 'USD', tokens: 50, biller: 'sandbox' },
      userTracking: null,
      socialMedia: { amazon: null, bluesky: null, instagram: null, twitter: null },
      has_fans_subscription: true,
      isAutosilenced: false,
      pm: { unread: 0, open_rooms: [], unread_rooms: [], limits: { friends: 250, rooms: 250 } },
      linkedAccounts: [],
      premium_winback: null,
      premium_grandfathered: null,
      promoSpotSecondsLeft: 0,
      isModelLikeWeeklyWinner: false,
      postpay: false,
    });
  });

  test('holds a fresh node token each time', async () => {
    const member = await site.join();
    const first = await member.call('getCurrentUser');
    const second = await member.call('getCurrentUser');
    expect(first.user.node_token).not.toBe(second.user.node_token);
  });

  test('verified and membership come from the account (IDENTITY-021) (IDENTITY-022) (IDENTITY-023) (IDENTITY-024)', async () => {
    const model = await site.join({ type: 'model' });
    await sql`update accounts set membership = 'super_vip', email_confirmed = true where id = ${model.id}`.execute(
      site.database.kysely,
    );
    expect((await model.call('getCurrentUser')).user).toMatchObject({
      identity_confirmed: 1,
      email_confirmed: 1,
      membership: 'super_vip',
      compliance_status: 'approved',
      showSupportPhone: true,
    });
  });
});

describe('a suspended account', () => {
  test('may read its state and leave, and nothing else (IDENTITY-008) (identity.suspended)', async () => {
    const member = await site.join();
    await sql`update accounts set suspended_at = now() where id = ${member.id}`.execute(site.database.kysely);
    expect((await member.call('getCurrentUser')).user.suspension_date).not.toBeNull();
    expect(await member.call('getSuspension')).toMatchObject({ reason_code: 'rules' });
    expect(await codeOf(member.call('listHistory'))).toBe('identity.suspended');
    expect(await codeOf(member.call('logout', { body: {} }))).toBe('not refused');
  });
});

describe('rules', () => {
  test('age counts full years in UTC, a leap day on 1 March', () => {
    expect(ageOn('2008-11-20', Date.parse('2026-11-20T00:00:00Z'))).toBe(18);
    expect(ageOn('2008-11-21', Date.parse('2026-11-20T23:59:59Z'))).toBe(17);
    expect(isOfAge('2008-02-29', Date.parse('2026-02-28T12:00:00Z'))).toBe(false);
    expect(isOfAge('2008-02-29', Date.parse('2026-03-01T00:00:00Z'))).toBe(true);
  });

  test('every first segment of a page is a reserved name', () => {
    const routes = readFileSync(new URL('../../../../web/app/routes.ts', import.meta.url), 'utf8');
    const pages = [...routes.matchAll(/(?:route\(|^ {2})'([a-z_]+)[/']/gm)].map(([, name]) => name!);
    expect(pages).toEqual(expect.arrayContaining(['girls', 'top', 'search', 'login', 'account', 'overlay']));
    for (const name of [...pages, 'api', 'live', 'scenes', 'files', 'assets', 'emoticons'])
      expect(refuseUsername(name), name).toBe('reserved');
    expect(refuseUsername('anna_7')).toBeNull();
  });
});
