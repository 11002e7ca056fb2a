import type { Visitor } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { WRONG_MAX } from './check-code.ts';
import { STEP_TRIES } from './second-step.ts';
import { codeAt, switchOn } from './testing-app.ts';

// Frozen, so that no code changes under a test; each further code is thirty seconds later.
let nowMs = Date.now();
const clock = { now: () => nowMs };
const nextCode = () => void (nowMs += 30_000);

const site = await useTestSite({ clock });
const kysely = site.database.kysely;

const withApp = async (member?: Member) => {
  const owner = member ?? (await site.join({ byForm: true }));
  const app = await switchOn(owner, clock);
  nextCode();
  return { member: owner, app };
};
/** Gives the right password from a new browser; answers who did and the second step that is asked for. */
const begin = async ({ username }: Member, remember = true) => {
  const visitor = await site.visit();
  const answer = await visitor.call('login', {
    body: { login: username, password: TEST_PASSWORD, remember },
  });
  return { visitor, answer, challenge_id: answer.two_factor!.challenge_id };
};
const passBy = (visitor: Visitor, challenge_id: string, code: string) =>
  visitor.call('passSecondStep', { body: { challenge_id, method: 'totp', code } });
const nameOf = async (visitor: Visitor) => (await visitor.call('getCurrentUser')).user.username;
const loseSudo = ({ id }: Member) =>
  sql`update sessions set sudo_until = null where account_id = ${id}`.execute(kysely);
/** A code that is not that of now, nor of the periods beside it. */
const wrongCode = (secret: string): string => codeAt(secret, nowMs + 3_600_000);

describe('the set-up', () => {
  test('shows a secret, and is on with the first code of it; ten recovery codes are shown once', async () => {
    const member = await site.join();
    expect(await member.call('getTwoFactor')).toEqual({
      enabled: false,
      two_factor_auth_type: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    const { setup_id, secret, otpauth_url } = await member.call('setUpTwoFactor', { body: { type: 'totp' } });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/u);
    expect(otpauth_url).toContain(`:${member.username}?secret=${secret}&issuer=`);
    expect((await member.call('getTwoFactor')).enabled).toBe(false);
    const { recovery_codes: codes } = await member.call('enableTwoFactor', {
      body: { setup_id, code: codeAt(secret, nowMs) },
    });
    expect(new Set(codes).size).toBe(10);
    expect(await member.call('getTwoFactor')).toMatchObject({
      enabled: true,
      two_factor_auth_type: 'totp',
      recovery_codes_left: 10,
    });
    const { user } = await member.call('getCurrentUser');
    expect([user.has_2faEnabled, user.two_factor_auth_type]).toEqual([true, 'totp']);
    // Neither secret nor codes stand in the database as they are.
    const { rows } = await sql<{ row: string }>`
      select t::text as row from totp_secrets t union all select c::text from recovery_codes c`.execute(
      kysely,
    );
    const kept = JSON.stringify(rows).toLowerCase();
    for (const shown of [secret, ...codes]) {
      expect(kept).not.toContain(shown.toLowerCase());
      expect(kept).not.toContain(Buffer.from(shown).toString('hex'));
    }
  });

  test('takes no wrong code, no setup of somebody else, none that is over or replaced (identity.two_factor_failed)', async () => {
    const [member, stranger] = [await site.join(), await site.join()];
    const setUp = () => member.call('setUpTwoFactor', { body: { type: 'totp' } });
    const enable = (by: Visitor, { setup_id, secret }: Awaited<ReturnType<typeof setUp>>, code?: string) =>
      codeOf(by.call('enableTwoFactor', { body: { setup_id, code: code ?? codeAt(secret, nowMs) } }));
    const first = await setUp();
    expect(await enable(member, first, wrongCode(first.secret))).toBe('identity.two_factor_failed');
    expect(await enable(stranger, first)).toBe('identity.two_factor_failed');
    const second = await setUp();
    expect(await enable(member, first)).toBe('identity.two_factor_failed');
    await sql`update totp_setups set expires_at = now() - interval '1 second' where account_id = ${member.id}`.execute(
      kysely,
    );
    expect(await enable(member, second)).toBe('identity.two_factor_failed');
    const third = await setUp();
    const both = await Promise.all([enable(member, third), enable(member, third)]);
    expect(both.filter((code) => code === 'not refused')).toHaveLength(1);
    // A second one would take the place of the app of the owner.
    expect(await codeOf(setUp())).toBe('identity.two_factor_on');
  });

  test('needs a password that was given lately (common.sudo_required)', async () => {
    const { member } = await withApp();
    await loseSudo(member);
    for (const call of [
      () => member.call('setUpTwoFactor', { body: { type: 'totp' } }),
      () => member.call('disableTwoFactor', { body: { code: '123456' } }),
      () => member.call('renewRecoveryCodes', { body: {} }),
    ])
      await expect(call()).rejects.toMatchObject({
        body: { code: 'common.sudo_required', params: { methods: ['password', 'code'] } },
      });
  });
});

describe('a log-in with a second step', () => {
  test('opens no session before the code, and one with it', async () => {
    const { member, app } = await withApp();
    const { visitor, answer, challenge_id } = await begin(member);
    expect(answer).toMatchObject({ user: null, suspended: false });
    expect(answer.two_factor!.methods).toEqual(['totp', 'recovery']);
    expect(await nameOf(visitor)).toMatch(/^guest_/u);
    const before = visitor.csrf;
    const done = await passBy(visitor, challenge_id, app.code());
    expect(done).toMatchObject({ two_factor: null, user: { username: member.username } });
    expect(visitor.csrf).not.toBe(before);
    expect(await nameOf(visitor)).toBe(member.username);
  });

  test('takes each code once: not again, not one that is older, and for one of two at the same moment', async () => {
    const { member, app } = await withApp();
    const [one, two, three] = [await begin(member), await begin(member), await begin(member)];
    const code = app.code();
    const older = codeAt(app.secret, nowMs - 30_000);
    const codes = await Promise.all(
      [one, two].map(({ visitor, challenge_id }) => codeOf(passBy(visitor, challenge_id, code))),
    );
    expect(codes.toSorted()).toEqual(['identity.two_factor_failed', 'not refused']);
    for (const used of [code, older])
      expect(await codeOf(passBy(three.visitor, three.challenge_id, used))).toBe(
        'identity.two_factor_failed',
      );
    nextCode();
    expect(await codeOf(passBy(three.visitor, three.challenge_id, app.code()))).toBe('not refused');
  });

  test('has five tries, which end, and five minutes (identity.challenge_expired)', async () => {
    const { member, app } = await withApp();
    const { visitor, challenge_id } = await begin(member);
    for (let i = 0; i < STEP_TRIES; i++)
      expect(await codeOf(passBy(visitor, challenge_id, wrongCode(app.secret)))).toBe(
        'identity.two_factor_failed',
      );
    expect(await codeOf(passBy(visitor, challenge_id, app.code()))).toBe('identity.challenge_expired');
    const late = await begin(member);
    await sql`update login_challenges set expires_at = now() - interval '1 second' where id = ${late.challenge_id}`.execute(
      kysely,
    );
    expect(await codeOf(passBy(late.visitor, late.challenge_id, app.code()))).toBe(
      'identity.challenge_expired',
    );
  });

  test('is that of the browser that gave the password, and is used up', async () => {
    const { member, app } = await withApp();
    const { visitor, challenge_id } = await begin(member);
    const thief = await site.visit();
    expect(await codeOf(passBy(thief, challenge_id, app.code()))).toBe('identity.challenge_expired');
    await passBy(visitor, challenge_id, app.code());
    nextCode();
    expect(await codeOf(passBy(visitor, challenge_id, app.code()))).toBe('identity.challenge_expired');
  });

  test('takes a recovery code once, as people write it, and asks for no other kind in its place', async () => {
    const { member, app } = await withApp();
    const recover = async (code: string, method: 'recovery' | 'totp' = 'recovery') => {
      const { visitor, challenge_id } = await begin(member);
      return codeOf(visitor.call('passSecondStep', { body: { challenge_id, method, code } }));
    };
    const [first, second] = app.recoveryCodes as [string, string];
    expect(await recover(first, 'totp')).toBe('identity.two_factor_failed');
    expect(await recover(first.toUpperCase().replace('-', ' '))).toBe('not refused');
    expect(await recover(first)).toBe('identity.two_factor_failed');
    const both = await Promise.all([recover(second), recover(second)]);
    expect(both.toSorted()).toEqual(['identity.two_factor_failed', 'not refused']);
    expect((await member.call('getTwoFactor')).recovery_codes_left).toBe(8);
    const { recovery_codes } = await member.call('renewRecoveryCodes', { body: {} });
    expect(await recover(app.recoveryCodes[2]!)).toBe('identity.two_factor_failed');
    expect(await recover(recovery_codes[0]!)).toBe('not refused');
  });

  test('ends with a password that changes between both steps', async () => {
    const { member, app } = await withApp();
    const { visitor, challenge_id } = await begin(member);
    await member.call('changePassword', {
      body: { current_password: TEST_PASSWORD, password: 'another long phrase 7' },
    });
    expect(await codeOf(passBy(visitor, challenge_id, app.code()))).toBe('identity.challenge_expired');
  });

  test('is guessed by nobody: wrong codes of a day are counted, and a browser of the owner still gets in (identity.locked)', async () => {
    const { member, app } = await withApp();
    await sql`update totp_secrets set wrong_count = ${WRONG_MAX.stranger}, wrong_since = now()
      where account_id = ${member.id}`.execute(kysely);
    const stranger = await begin(member);
    expect(await codeOf(passBy(stranger.visitor, stranger.challenge_id, app.code()))).toBe('identity.locked');
    await member.call('logout', { body: {} });
    const { two_factor } = await member.call('login', {
      body: { login: member.username, password: TEST_PASSWORD },
    });
    expect(await codeOf(passBy(member, two_factor!.challenge_id, app.code()))).toBe('not refused');
    nextCode();
    // The owner's code has ended the count.
    const again = await begin(member);
    expect(await codeOf(passBy(again.visitor, again.challenge_id, app.code()))).toBe('not refused');
  });

  test('looks at no more wrong codes than may be, also where all come at the same moment', async () => {
    const { member, app } = await withApp();
    await sql`update totp_secrets set wrong_count = ${WRONG_MAX.stranger - 2}, wrong_since = now()
      where account_id = ${member.id}`.execute(kysely);
    const steps = [await begin(member), await begin(member)];
    const codes = await Promise.all(
      steps.flatMap(({ visitor, challenge_id }) =>
        Array.from({ length: STEP_TRIES }, () =>
          codeOf(passBy(visitor, challenge_id, wrongCode(app.secret))),
        ),
      ),
    );
    expect(codes.filter((code) => code === 'identity.two_factor_failed')).toHaveLength(2);
    expect(codes.filter((code) => code === 'identity.locked')).toHaveLength(2 * STEP_TRIES - 2);
  });

  test('takes a recovery code without forgetting what was wrong before it', async () => {
    const { member, app } = await withApp();
    const { visitor, challenge_id } = await begin(member);
    const recovery = (code: string) =>
      codeOf(visitor.call('passSecondStep', { body: { challenge_id, method: 'recovery', code } }));
    expect(await recovery('22222-22222')).toBe('identity.two_factor_failed');
    expect(await recovery(app.recoveryCodes[0]!)).toBe('not refused');
    const { rows } = await sql<{ count: number }>`
      select wrong_count as count from totp_secrets where account_id = ${member.id}`.execute(kysely);
    expect(rows[0]!.count).toBe(1);
  });

  test('is told to nobody who does not know the password: same status, same words', async () => {
    const { member } = await withApp();
    const plain = await site.join();
    const visitor = await site.visit();
    const answers = await Promise.all(
      [member.username, plain.username, 'nobody_at_all'].map(async (login) => {
        const answer = await visitor.fetch('/api/v1/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': visitor.csrf },
          body: JSON.stringify({ login, password: 'wrong' }),
        });
        const { request_id: _, ...rest } = (await answer.json()) as Record<string, unknown>;
        return { status: answer.status, rest };
      }),
    );
    expect(answers[0]!.status).toBe(401);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('a code in place of the password', () => {
  test('opens what needs one, once (identity.bad_credentials)', async () => {
    const { member, app } = await withApp();
    const openUntil = async () => (await member.call('getCurrentUser')).sudo_until;
    expect(Date.parse((await openUntil())!)).toBeGreaterThan(Date.now());
    await loseSudo(member);
    expect(await openUntil()).toBeNull();
    const sudo = (code: string) => codeOf(member.call('sudo', { body: { code } }));
    expect(await sudo(wrongCode(app.secret))).toBe('identity.bad_credentials');
    expect(await codeOf(member.call('renewRecoveryCodes', { body: {} }))).toBe('common.sudo_required');
    expect(await sudo(app.code())).toBe('not refused');
    expect(Date.parse((await openUntil())!)).toBeGreaterThan(Date.now());
    expect(await codeOf(member.call('renewRecoveryCodes', { body: {} }))).toBe('not refused');
    expect(await sudo(app.code())).toBe('identity.bad_credentials');
    // Who has no app shows no code.
    expect(await codeOf((await site.join()).call('sudo', { body: { code: '123456' } }))).toBe(
      'identity.bad_credentials',
    );
  });
});

describe('switching it off', () => {
  test('asks for a code; then a password alone logs in, and the recovery codes are gone', async () => {
    const { member, app } = await withApp();
    const open = await begin(member);
    const off = (code: string) => codeOf(member.call('disableTwoFactor', { body: { code } }));
    expect(await off(wrongCode(app.secret))).toBe('identity.two_factor_failed');
    expect(await off(app.code())).toBe('not refused');
    expect(await member.call('getTwoFactor')).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    nextCode();
    expect(await codeOf(passBy(open.visitor, open.challenge_id, app.code()))).toBe(
      'identity.challenge_expired',
    );
    const visitor = await site.visit();
    await visitor.login(member.username, TEST_PASSWORD);
    expect(await nameOf(visitor)).toBe(member.username);
    expect(await codeOf(member.call('renewRecoveryCodes', { body: {} }))).toBe('common.not_found');
  });

  test.each([['site_mod'], ['model_admin'], ['auditor']] as const)(
    'is refused to a %s, whose role needs it (identity.two_factor_required_by_role)',
    async (role) => {
      const { member, app } = await withApp(await site.join({ roles: [role] }));
      expect(await codeOf(member.call('disableTwoFactor', { body: { code: app.code() } }))).toBe(
        'identity.two_factor_required_by_role',
      );
      expect((await member.call('getTwoFactor')).enabled).toBe(true);
    },
  );

  test('like switching it on ends the sessions elsewhere, and not this one', async () => {
    const member = await site.join();
    const others = [await site.visit(), await site.visit()] as const;
    await others[0].login(member.username, TEST_PASSWORD);
    const [own, other] = [await member.openLobby(), await others[0].openLobby()];
    const { app } = await withApp(member);
    expect(await other.waitForClose()).toBe(4402);
    expect(await nameOf(others[0])).toMatch(/^guest_/u);
    const { challenge_id } = (
      await others[1].call('login', { body: { login: member.username, password: TEST_PASSWORD } })
    ).two_factor!;
    await passBy(others[1], challenge_id, app.code());
    nextCode();
    await member.call('disableTwoFactor', { body: { code: app.code() } });
    expect(await nameOf(others[1])).toMatch(/^guest_/u);
    expect(await nameOf(member)).toBe(member.username);
    expect(own.closeCode).toBeUndefined();
  });
});
