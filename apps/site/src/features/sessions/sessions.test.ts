import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { announceSessionEnded } from './session-events.ts';
import { makeSessionStore } from './session-store.ts';
import { guestCookieOf, readGuestCookie } from './guest-cookie.ts';

const site = await useTestSite();

describe('login', () => {
  test('opens a session by name or address and changes the CSRF token (IDENTITY-002)', async () => {
    const { username } = await site.join();
    for (const login of [username, `${username}@example.org`, username.toUpperCase()]) {
      const visitor = await site.visit();
      const before = visitor.csrf;
      await visitor.login(login, TEST_PASSWORD);
      expect(visitor.csrf).not.toBe(before);
      expect((await visitor.call('getCurrentUser')).user.username).toBe(username);
    }
  });

  test('says the same for an unknown name and a wrong password (identity.bad_credentials)', async () => {
    const { username } = await site.join();
    const visitor = await site.visit();
    const answers = await Promise.all(
      [
        { login: username, password: 'wrong' },
        { login: 'nobody_at_all', password: 'wrong' },
      ].map(async (body) => {
        const answer = await visitor.fetch('/api/v1/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': visitor.csrf },
          body: JSON.stringify(body),
        });
        const { request_id: _, ...rest } = (await answer.json()) as Record<string, unknown>;
        return { status: answer.status, rest };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.status).toBe(401);
  });

  test('ignores a session cookie that somebody planted', async () => {
    const { username } = await site.join();
    const visitor = await site.visit();
    (visitor.cookies as Map<string, string>).set('session', 'planted-value-planted-value');
    await visitor.arrive();
    await visitor.login(username, TEST_PASSWORD);
    expect(visitor.cookies.get('session')).not.toBe('planted-value-planted-value');
  });
});

describe('logout', () => {
  test('ends the session, its sockets and gives a fresh guest (IDENTITY-016) (IDENTITY-032) (REALTIME-004)', async () => {
    const member = await site.join();
    const model = await site.join({ type: 'model' });
    const lobby = await member.openLobby();
    const room = await member.openRoom(lobby, model.username);
    const old = member.cookies.get('session')!;
    await member.call('logout', { body: {} });
    expect(await lobby.waitForClose()).toBe(4402);
    expect(await room.waitForClose()).toBe(4402);
    expect(lobby.received.some((message) => message.name === 'v3.logout')).toBe(true);
    expect((await member.call('getCurrentUser')).user.username).toMatch(/^guest_/);
    (member.cookies as Map<string, string>).set('session', old);
    expect((await member.call('getCurrentUser')).user.username).toMatch(/^guest_/);
  });

  test('leaves no key that still opens a socket', async () => {
    const member = await site.join();
    const { node_token } = await member.call('issueNodeToken', { body: {} });
    await member.call('logout', { body: {} });
    const late = vi.spyOn(member, 'call').mockResolvedValueOnce({ node_token } as never);
    await expect(member.openLobby()).rejects.toThrow('close 4401');
    late.mockRestore();
  });

  test.each(['lobby', 'room'] as const)(
    'reaches a %s socket that is being let in at this moment',
    async (kind) => {
      const member = await site.join();
      const model = await site.join({ type: 'model' });
      const lobby = kind === 'room' ? await member.openLobby() : undefined;
      const { nodeTokens } = site.site;
      const { redeem } = nodeTokens;
      let answer: Promise<unknown> = Promise.resolve();
      vi.spyOn(nodeTokens, 'redeem').mockImplementationOnce(async (token) => {
        const holder = await redeem(token);
        answer = member.call('logout', { body: {} });
        await answer;
        return holder;
      });
      const opened = lobby ? member.openRoom(lobby, model.username) : member.openLobby();
      await expect(opened).rejects.toThrow('close 4402');
      await answer;
    },
  );

  test('a repeat answers Ok', async () => {
    const visitor = await site.visit();
    expect(await visitor.call('logout', { body: {} })).toMatchObject({ status: 1, redirect: null });
  });

  test('leaves the other sessions of the account alone', async () => {
    const member = await site.join();
    const other = await site.visit();
    await other.login(member.username, TEST_PASSWORD);
    const lobby = await other.openLobby();
    await member.call('logout', { body: {} });
    lobby.send('v3.ping', { t: 1 });
    await lobby.waitFor('v3.pong');
    expect(lobby.closeCode).toBeUndefined();
  });
});

test('a session whose time is over is forgotten, and its sockets end (IDENTITY-029)', async () => {
  const member = await site.join();
  const other = await site.join();
  const [lobby, kept] = [await member.openLobby(), await other.openLobby()];
  await sql`update sessions set expires_at = now() - interval '1 second' where account_id = ${member.id}`.execute(
    site.database.kysely,
  );
  const ended = await makeSessionStore(site.database).endExpired();
  expect(ended).toHaveLength(1);
  for (const sessionId of ended) announceSessionEnded(site.bus, { sessionId, reason: 'expired' });
  expect(await lobby.waitForClose()).toBe(4402);
  expect(lobby.received.find(({ name }) => name === 'v3.logout')?.payload).toMatchObject({
    reason: 'expired',
  });
  expect((await member.call('getCurrentUser')).user.username).toMatch(/^guest_/);
  expect(await makeSessionStore(site.database).endExpired()).toEqual([]);
  expect(kept.closeCode).toBeUndefined();
});

describe('a guest', () => {
  test('is a signed cookie; a changed one is nobody (IDENTITY-029)', () => {
    const secret = new Uint8Array(32);
    const cookie = guestCookieOf(secret, 'abcd1234');
    expect(readGuestCookie(secret, cookie)).toBe('abcd1234');
    for (const forged of [cookie.replace('a', 'b'), 'abcd1234.', 'abcd1234', `${cookie}x`, ''])
      expect(readGuestCookie(secret, forged)).toBeUndefined();
  });

  test('may not do what needs an account (common.unauthenticated)', async () => {
    const visitor = await site.visit();
    expect(await codeOf(visitor.call('listHistory'))).toBe('common.unauthenticated');
    expect(await codeOf(visitor.call('saveSettings', { body: { volume_tip: 1 } }))).toBe(
      'common.unauthenticated',
    );
  });
});

describe('node tokens', () => {
  test('are single use and bound to their socket (REALTIME-023)', async () => {
    const visitor = await site.visit();
    const { node_token: token, protocol_version: version } = await visitor.call('issueNodeToken', {
      body: {},
    });
    expect(version).toBe(3);
    expect((await site.site.app.inject('/healthz')).statusCode).toBe(200);
    const lobby = await visitor.openLobby();
    expect(lobby.closeCode).toBeUndefined();
    expect(token).toMatch(/^nt_/);
  });
});
