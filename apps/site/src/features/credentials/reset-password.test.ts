import { systemClock } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { onSessionEnded } from '../sessions/index.ts';
import { makeAccountMails } from './account-mails.ts';
import { makeLinkStore } from './link-store.ts';
import { RESETS_AN_HOUR } from './link-rules.ts';
import { mailsTo, mailTo } from './testing-mail-store.ts';

const site = await useTestSite();
const { database } = site;
const NEW = 'another long phrase 7';
const SUBJECT = 'Set a new password';

/** A link for a new password, as its owner reads it. */
async function linkFor(username: string, login = username, count = 1): Promise<string> {
  const stranger = await site.visit();
  await stranger.call('forgotPassword', { body: { login } });
  return (await mailTo(database, `${username}@example.org`, SUBJECT, count)).token;
}

const logsIn = async (login: string, password: string): Promise<string> =>
  codeOf((await site.visit()).call('login', { body: { login, password } }));

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'worked',
    (error: { code?: string; body?: { params?: { reason?: string } } }) =>
      `${error.code} ${error.body?.params?.reason}`,
  );

describe('a forgotten password', () => {
  test('is mailed once the mail server is back, by one link', async () => {
    const { id } = await site.join({ username: 'patient' });
    const waiting: object[] = [];
    const sent: string[] = [];
    let handle: (job: never) => Promise<void> = () => Promise.resolve();
    let isAway = true;
    const mails = makeAccountMails({
      accounts: site.site.accounts,
      links: makeLinkStore(database),
      jobs: {
        expect: () => undefined,
        ready: () => Promise.resolve(),
        enqueue: async (_name, job) => void waiting.push(job),
        work: async (_name, work) => void (handle = work as never),
        stop: () => Promise.resolve(),
      },
      mailer: {
        send: async ({ text }) => {
          if (isAway) throw new Error('the mail server is away');
          sent.push(text);
        },
      },
      siteOfAccount: () => ({ publicUrl: site.url, locale: 'en' }) as never,
      passkeyNamesOf: async () => [],
      clock: systemClock,
    });
    await mails.work();
    await mails.forgot('patient');
    await handle(waiting.shift() as never);
    const [job] = waiting;
    for (let attempt = 0; attempt < 4; attempt += 1)
      await expect(handle(job as never)).rejects.toThrow('away');
    isAway = false;
    await handle(job as never);
    expect(waiting).toEqual([job]);
    expect(sent).toHaveLength(1);
    const token = /reset\/([\w-]{43})/.exec(sent[0]!)?.[1] ?? '';
    expect(await makeLinkStore(database).find(token, 'reset')).toMatchObject({ accountId: id });
  });

  test('is set anew by the link of a mail, from any browser, and ends every session (IDENTITY-012)', async () => {
    const member = await site.join({ username: 'forgetful' });
    const lobby = await member.openLobby();
    const elsewhere = await site.visit();
    const token = await linkFor('forgetful');
    expect(token).toHaveLength(43);
    const { items } = await member.call('listSessions');
    // What is watched and broadcast ends by the session's id.
    const ended: unknown[] = [];
    const stop = onSessionEnded(site.bus, ({ sessionId }) => ended.push(sessionId));
    await elsewhere.call('resetPassword', { body: { token, password: NEW } });
    expect(await lobby.waitForClose()).toBe(4402);
    stop();
    expect(ended).toEqual(items.map(({ id }) => id));
    expect((await member.call('getCurrentUser')).user.username).toMatch(/^guest_/);
    expect(await logsIn('forgetful', TEST_PASSWORD)).toBe('identity.bad_credentials');
    expect(await logsIn('forgetful', NEW)).toBe('not refused');
    await mailTo(database, 'forgetful@example.org', 'Your password was changed');
  });

  test('has links by name and by address, in capitals too', async () => {
    await site.join({ username: 'two_ways' });
    const first = await linkFor('two_ways', 'Two_Ways');
    const second = await linkFor('two_ways', 'TWO_ways@example.ORG', 2);
    expect(second).not.toBe(first);
    const visitor = await site.visit();
    await visitor.call('resetPassword', { body: { token: second, password: NEW } });
    // The other link was asked for by whoever had the account before.
    expect(await reasonOf(visitor.call('resetPassword', { body: { token: first, password: NEW } }))).toBe(
      'identity.token_invalid used',
    );
  });

  test('is set once, from however many tabs at the same time (identity.token_invalid)', async () => {
    await site.join({ username: 'many_tabs' });
    const token = await linkFor('many_tabs');
    const tabs = await Promise.all([site.visit(), site.visit(), site.visit()]);
    const passwords = [NEW, `${NEW}b`, `${NEW}c`];
    const outcomes = await Promise.all(
      tabs.map((tab, i) => reasonOf(tab.call('resetPassword', { body: { token, password: passwords[i]! } }))),
    );
    expect(outcomes.toSorted()).toEqual([
      'identity.token_invalid used',
      'identity.token_invalid used',
      'worked',
    ]);
    expect(await logsIn('many_tabs', passwords[outcomes.indexOf('worked')]!)).toBe('not refused');
  });

  test('keeps its link when the new one is too weak (identity.password_weak)', async () => {
    await site.join({ username: 'weak_choice' });
    const token = await linkFor('weak_choice');
    const visitor = await site.visit();
    expect(await codeOf(visitor.call('resetPassword', { body: { token, password: 'weak_choice' } }))).toBe(
      'identity.password_weak',
    );
    expect(await reasonOf(visitor.call('resetPassword', { body: { token, password: NEW } }))).toBe('worked');
  });

  test('has links that expire, and none that were never sent', async () => {
    const { id } = await site.join({ username: 'too_late' });
    const token = await linkFor('too_late');
    await sql`update account_links set expires_at = now() - interval '1 second' where account_id = ${id}`.execute(
      database.kysely,
    );
    const visitor = await site.visit();
    const outcome = (given: string) =>
      reasonOf(visitor.call('resetPassword', { body: { token: given, password: NEW } }));
    expect(await outcome(token)).toBe('identity.token_invalid expired');
    expect(await outcome('x'.repeat(43))).toBe('identity.token_invalid unknown');
    expect(await logsIn('too_late', TEST_PASSWORD)).toBe('not refused');
  });

  test('is kept as a digest only: nothing in the database opens an account', async () => {
    await site.join({ username: 'no_secret' });
    const token = await linkFor('no_secret');
    const { rows } = await sql<{ text: string }>`
      select l::text as text from account_links l union all select data::text from jobs.job`.execute(
      database.kysely,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  });
});

describe('whoever asks for a new password', () => {
  test('gets the same answer for a name that nobody has, before anything is looked up (IDENTITY-012)', async () => {
    await site.join({ username: 'is_known' });
    const visitor = await site.visit();
    const ask = (login: string) => visitor.call('forgotPassword', { body: { login } });
    const known = await ask('is_known');
    expect(await ask('nobody_at_all')).toEqual(known);
    expect(await ask('nobody@example.org')).toEqual(known);
    await mailTo(database, 'is_known@example.org', SUBJECT);
    expect(await mailsTo(database, 'nobody@example.org')).toEqual([]);
  });

  test('fills nobody’s mailbox: beyond a few an hour nothing is sent, and the answer stays the same', async () => {
    await site.join({ username: 'flooded' });
    const visitor = await site.visit();
    for (let i = 0; i < RESETS_AN_HOUR + 3; i++)
      await visitor.call('forgotPassword', { body: { login: 'flooded' } });
    await mailTo(database, 'flooded@example.org', SUBJECT, RESETS_AN_HOUR);
    // A mail that is asked for later has come: what was asked for before it was looked at too.
    await site.join({ username: 'asked_later' });
    await linkFor('asked_later');
    const sent = (await mailsTo(database, 'flooded@example.org')).filter(
      ({ subject }) => subject === SUBJECT,
    );
    expect(sent).toHaveLength(RESETS_AN_HOUR);
  });

  test('a log-in with the old password at the moment of the change leaves no session', async () => {
    const { id } = await site.join({ username: 'at_once' });
    const token = await linkFor('at_once');
    const [thief, owner] = await Promise.all([site.visit(), site.visit()]);
    await Promise.all([
      codeOf(thief.call('login', { body: { login: 'at_once', password: TEST_PASSWORD } })),
      owner.call('resetPassword', { body: { token, password: NEW } }),
    ]);
    const { rows } = await sql`select 1 from sessions where account_id = ${id}`.execute(database.kysely);
    expect(rows).toEqual([]);
  });
});
