import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { makeLinkStore } from './link-store.ts';
import { switchOn } from '../second-factor/testing-app.ts';
import { makeTestPasskey } from '../second-factor/testing-passkey.ts';
import { mailTo, mailsTo } from './testing-mail-store.ts';

const site = await useTestSite();
const { database } = site;
const CONFIRM = 'Confirm your email';

/** A new account, with the address that it names. */
async function register(username: string, email: string, password = TEST_PASSWORD) {
  const visitor = await site.visit();
  const { user } = await visitor.call('register', {
    body: {
      username,
      email,
      password,
      birth_date: '1990-05-01',
      gender: 'f',
      terms_accepted: true,
      age_confirmed: true,
    },
  });
  return Object.assign(visitor, { id: user.id });
}

const confirm = async (token: string) => (await site.visit()).call('confirmEmail', { body: { token } });

async function registerConfirmed(username: string, email: string) {
  const member = await register(username, email);
  await confirm((await mailTo(database, email, CONFIRM)).token);
  return member;
}

const logsIn = async (login: string, password = TEST_PASSWORD) => {
  const visitor = await site.visit();
  const code = await codeOf(visitor.call('login', { body: { login, password } }));
  return code === 'not refused' ? (await visitor.call('getCurrentUser')).user.username : code;
};

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'worked',
    (error: { code?: string; body?: { params?: { reason?: string } } }) =>
      `${error.code} ${error.body?.params?.reason ?? ''}`,
  );

describe('an address', () => {
  test('is confirmed by the link of a mail, once, from any browser (IDENTITY-014) (IDENTITY-023)', async () => {
    const member = await register('newcomer', 'newcomer@example.org');
    expect((await member.call('getCurrentUser')).user.email_confirmed).toBe(0);
    const { token, text } = await mailTo(database, 'newcomer@example.org', CONFIRM);
    expect(text).toContain('newcomer');
    expect(await confirm(token)).toMatchObject({ username: 'newcomer', free_tokens_released: 0 });
    expect((await member.call('getCurrentUser')).user.email_confirmed).toBe(1);
    expect(await reasonOf(confirm(token))).toBe('identity.token_invalid used');
  });

  test('opens the chat of a room that its owner has come into already', async () => {
    const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
    const member = await register('in_the_room', 'room@example.org');
    const room = await member.openRoom(await member.openLobby(), model.username);
    const write = async () => {
      const client_id = uuidv7();
      room.send('v3.chat.send', { client_id, message: 'good evening' });
      return room.waitFor('v3.ack', (ack) => ack.client_id === client_id);
    };
    const canWrite = async () =>
      (await member.call('getRoom', { params: { username: model.username } })).chat.can_write;
    expect(await write()).toMatchObject({ status: 0, errorType: 'not_allowed' });
    expect(await canWrite()).toMatchObject({ ok: false, reason: 'not_allowed' });
    await confirm((await mailTo(database, 'room@example.org', CONFIRM)).token);
    expect(await canWrite()).toMatchObject({ ok: true });
    expect(await write()).toMatchObject({ status: 1 });
  });

  test('has links that expire, and none that were never sent (identity.token_invalid)', async () => {
    const { id } = await register('slow_reader', 'slow@example.org');
    const { token } = await mailTo(database, 'slow@example.org', CONFIRM);
    await sql`update account_links set expires_at = now() - interval '1 second' where account_id = ${id}`.execute(
      database.kysely,
    );
    expect(await reasonOf(confirm(token))).toBe('identity.token_invalid expired');
    expect(await reasonOf(confirm('x'.repeat(43)))).toBe('identity.token_invalid unknown');
  });

  test('gets another link after a minute, five times a day (IDENTITY-018) (common.rate_limited)', async () => {
    const member = await register('asks_again', 'again@example.org');
    const age = (seconds: number) =>
      sql`update account_links set created_at = created_at - make_interval(secs => ${seconds})
        where account_id = ${member.id}`.execute(database.kysely);
    const first = await mailTo(database, 'again@example.org', CONFIRM);
    expect(await codeOf(member.call('resendEmail'))).toBe('common.rate_limited');
    expect((await member.call('getEmail')).resend_at).not.toBeNull();
    for (let sent = 2; sent <= 5; sent++) {
      await age(61);
      expect((await member.call('getEmail')).resend_at).toBeNull();
      expect(await member.call('resendEmail')).toEqual({ status: 1, message: 'Verification email resent.' });
    }
    await age(61);
    expect(await codeOf(member.call('resendEmail'))).toBe('common.rate_limited');
    // The newest link is the one that works, once its mail is there.
    const last = await eventually(async () => {
      const mail = (await mailsTo(database, 'again@example.org')).at(-1)!;
      expect(await makeLinkStore(database).find(mail.token, 'confirm')).toMatchObject({ usedAt: null });
      return mail;
    });
    expect(await reasonOf(confirm(first.token))).toBe('identity.token_invalid used');
    expect(await reasonOf(confirm(last.token))).toBe('worked');
    expect(await codeOf(member.call('resendEmail'))).toBe('not refused');
  });
});

describe('an address that somebody else names', () => {
  test('is still mailed to an account of its owner that asks, when strangers have used up what it gets in a day', async () => {
    const stranger = await register('flooding', 'flooding@example.org');
    await sql`
      insert into account_links (id, account_id, purpose, email, expires_at, token_hash)
      select gen_random_uuid(), ${stranger.id}, 'confirm', 'flooded@example.org', now() + interval '1 day',
        sha256(n::text::bytea)
      from generate_series(1, 20) n`.execute(database.kysely);
    const owner = await register('flooded', 'flooded@example.org');
    const unmailed = await eventually(async () => {
      const { rows } = await sql<{ id: string }>`
        select id from account_links where account_id = ${owner.id}`.execute(database.kysely);
      expect(rows).toHaveLength(1);
      return rows[0]!.id;
    });
    await sql`update account_links set created_at = created_at - interval '61 seconds'
      where account_id = ${owner.id}`.execute(database.kysely);
    await owner.call('resendEmail');
    const { token } = await mailTo(database, 'flooded@example.org', CONFIRM);
    expect(await confirm(token)).toMatchObject({ username: 'flooded' });
    // What nobody had asked for was not mailed: the address had had enough.
    const { rows } = await sql`
      select 1 from account_links where id = ${unmailed} and token_hash is not null`.execute(database.kysely);
    expect(rows).toEqual([]);
  });

  test('logs its owner in as before, whether it is confirmed or not', async () => {
    // The request that once ended the owner's log-in by address: a second account with the same one.
    await register('the_owner', 'owned@example.org');
    await register('the_stranger', 'owned@example.org', 'the stranger’s own phrase');
    expect(await logsIn('owned@example.org')).toBe('the_owner');
    expect(await logsIn('owned@example.org', 'the stranger’s own phrase')).toBe('the_stranger');
    await confirm((await ownersMail('owned@example.org', 'the_owner')).token);
    expect(await logsIn('owned@example.org')).toBe('the_owner');
    expect(await logsIn('owned@example.org', 'the stranger’s own phrase')).toBe('identity.bad_credentials');
    // The stranger keeps the account, by its name.
    expect(await logsIn('the_stranger', 'the stranger’s own phrase')).toBe('the_stranger');
    await register('late_stranger', 'owned@example.org');
    expect(await logsIn('OWNED@example.org')).toBe('the_owner');
  });

  test('is its owner’s by confirmation, however many named it before', async () => {
    for (const name of ['claim_a', 'claim_b', 'claim_c'])
      await register(name, 'wanted@example.org', `the phrase of ${name}`);
    const owner = await register('claim_owner', 'wanted@example.org');
    expect((await owner.call('getCurrentUser')).user.email).toBeNull();
    await confirm((await ownersMail('wanted@example.org', 'claim_owner')).token);
    expect(await logsIn('wanted@example.org')).toBe('claim_owner');
    const { rows } = await sql`select 1 from accounts where lower(email) = 'wanted@example.org'`.execute(
      database.kysely,
    );
    expect(rows).toHaveLength(1);
  });

  test('is told to its owner alone, and the stranger gets no link (identity.email_in_use)', async () => {
    await registerConfirmed('long_here', 'here@example.org');
    const stranger = await register('just_came', 'here@example.org');
    const told = await mailTo(database, 'here@example.org', 'You already have an account');
    expect(told.text).toContain('long_here');
    expect(told.text).not.toContain('just_came');
    const links = (await mailsTo(database, 'here@example.org')).filter(({ subject }) => subject === CONFIRM);
    expect(links).toHaveLength(1);
    expect((await stranger.call('getCurrentUser')).user.email_confirmed).toBe(0);
  });

  test('confirmed by another while a link was on its way stays that one’s (identity.email_in_use)', async () => {
    await register('first_claim', 'raced@example.org');
    const first = await ownersMail('raced@example.org', 'first_claim');
    await register('second_claim', 'raced@example.org');
    await confirm((await ownersMail('raced@example.org', 'second_claim')).token);
    expect(await reasonOf(confirm(first.token))).toBe('identity.email_in_use ');
  });
});

describe('a change of the address', () => {
  test('takes effect when the new one is confirmed; the old one is told and has a way back', async () => {
    const member = await registerConfirmed('mover', 'old@example.org');
    const thief = await site.visit();
    await thief.login('mover', TEST_PASSWORD);
    const lobby = await thief.openLobby();
    const changed = await thief.call('changeEmail', { body: { email: 'thief@example.org' } });
    expect(changed.pending_email).toBe('thief@example.org');
    expect(await member.call('getEmail')).toMatchObject({
      email: 'old@example.org',
      email_confirmed: 1,
      pending_email: 'thief@example.org',
    });
    await confirm((await mailTo(database, 'thief@example.org', CONFIRM)).token);
    expect((await member.call('getEmail')).email).toBe('thief@example.org');

    const way = await mailTo(database, 'old@example.org', 'Your email address is to be changed');
    expect(way.text).toContain('t…@example.org');
    // The thief changes it once more; the notice of that goes to the thief's own address.
    await thief.call('changeEmail', { body: { email: 'thief2@example.org' } });
    const thiefsWay = await mailTo(database, 'thief@example.org', 'Your email address is to be changed');

    const keep = async (token: string) => (await site.visit()).call('keepEmail', { body: { token } });
    expect(await keep(way.token)).toMatchObject({ username: 'mover' });
    expect(await lobby.waitForClose()).toBe(4402);
    expect((await member.call('getCurrentUser')).user.username).toMatch(/^guest_/);
    expect(await logsIn('mover')).toBe('identity.bad_credentials');
    for (const used of [way.token, thiefsWay.token])
      expect(await reasonOf(keep(used))).toBe('identity.token_invalid used');
    const { token } = await mailTo(database, 'old@example.org', 'Set a new password');
    await (await site.visit()).call('resetPassword', { body: { token, password: 'mine again 1974' } });
    expect(await logsIn('old@example.org', 'mine again 1974')).toBe('mover');
  });

  test('taken back ends the passkeys and the app that whoever asked for it has added', async () => {
    await registerConfirmed('raided', 'raided@example.org');
    const thief = await site.visit();
    await thief.login('raided', TEST_PASSWORD);
    const passkey = makeTestPasskey(site.url.replace('127.0.0.1', 'localhost'));
    const asked = await thief.call('beginPasskeyRegistration', { body: {} });
    await thief.call('registerPasskey', {
      body: { challenge_id: asked.challenge_id, credential: passkey.create(asked.options), name: 'mine' },
    });
    await thief.call('changeEmail', { body: { email: 'raider@example.org' } });
    const way = await mailTo(database, 'raided@example.org', 'Your email address is to be changed');
    await switchOn(thief, { now: () => Date.now() });
    await (await site.visit()).call('keepEmail', { body: { token: way.token } });
    const back = await site.visit();
    const { challenge_id, options } = await back.call('beginPasskey', { body: {} });
    expect(
      await reasonOf(
        back.call('logInByPasskey', { body: { challenge_id, credential: passkey.answer(options) } }),
      ),
    ).toContain('identity.passkey_failed');
    const { token } = await mailTo(database, 'raided@example.org', 'Set a new password');
    await back.call('resetPassword', { body: { token, password: 'mine again 1974' } });
    expect(await logsIn('raided', 'mine again 1974')).toBe('raided');
  });

  test('needs the password, and another address than the confirmed one (common.sudo_required) (identity.email_refused)', async () => {
    const member = await registerConfirmed('careful', 'careful@example.org');
    expect(await codeOf(member.call('changeEmail', { body: { email: 'Careful@example.org' } }))).toBe(
      'identity.email_refused',
    );
    await sql`update sessions set sudo_until = now() - interval '1 second' where account_id = ${member.id}`.execute(
      database.kysely,
    );
    const change = () => codeOf(member.call('changeEmail', { body: { email: 'other@example.org' } }));
    expect(await change()).toBe('common.sudo_required');
    await member.call('sudo', { body: { password: TEST_PASSWORD } });
    expect(await change()).toBe('not refused');
  });

  test('that was mistyped is corrected: the newest address is the one that is confirmed', async () => {
    const member = await register('typist', 'tpyist@example.org');
    await mailTo(database, 'tpyist@example.org', CONFIRM);
    await member.call('changeEmail', { body: { email: 'typist@example.org' } });
    await confirm((await mailTo(database, 'typist@example.org', CONFIRM)).token);
    expect((await member.call('getEmail')).email).toBe('typist@example.org');
    // Nobody had confirmed the first one: nothing is told there.
    expect(await mailsTo(database, 'tpyist@example.org')).toHaveLength(1);
  });
});

/** The confirmation that names a certain account, among those to one address. */
async function ownersMail(to: string, username: string) {
  return expect
    .poll(async () => (await mailsTo(database, to)).find(({ text }) => text.includes(username)), {
      timeout: 60_000,
    })
    .toBeTruthy()
    .then(async () => (await mailsTo(database, to)).find(({ text }) => text.includes(username))!);
}
