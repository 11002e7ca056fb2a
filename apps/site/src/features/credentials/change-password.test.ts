import { isLongRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { mailTo } from './testing-mail-store.ts';

const site = await useTestSite();
const NEW = 'another long phrase 7';

describe('a changed password', () => {
  test('ends every other session; this one stays', async () => {
    const member = await site.join();
    const other = await site.visit();
    await other.login(member.username, TEST_PASSWORD);
    const [own, others] = [await member.openLobby(), await other.openLobby()];
    const { csrf } = await member.call('changePassword', {
      body: { current_password: TEST_PASSWORD, password: NEW },
    });
    expect(csrf).toBe(member.csrf);
    expect(await others.waitForClose()).toBe(4402);
    expect((await other.call('getCurrentUser')).user.username).toMatch(/^guest_/);
    expect((await member.call('getCurrentUser')).user.username).toBe(member.username);
    own.send('v3.ping', { t: 1 });
    await own.waitFor('v3.pong');
    const visitor = await site.visit();
    const login = (password: string) =>
      codeOf(visitor.call('login', { body: { login: member.username, password } }));
    expect(await login(TEST_PASSWORD)).toBe('identity.bad_credentials');
    expect(await login(NEW)).toBe('not refused');
    await mailTo(site.database, `${member.username}@example.org`, 'Your password was changed');
  });

  test('ends a change of address that whoever knew the old password has asked for', async () => {
    const owner = await site.join({ username: 'robbed' });
    const thief = await site.visit();
    await thief.call('login', { body: { login: 'robbed', password: TEST_PASSWORD } });
    await thief.call('changeEmail', { body: { email: 'thief@example.org' } });
    const { token } = await mailTo(site.database, 'thief@example.org', 'Confirm your email');
    await owner.call('changePassword', { body: { current_password: TEST_PASSWORD, password: NEW } });
    const stranger = await site.visit();
    expect(await codeOf(stranger.call('confirmEmail', { body: { token } }))).toBe('identity.token_invalid');
    expect((await owner.call('getCurrentUser')).user.email).toBe('robbed@example.org');
  });

  test('asks for the old one, and for one that is not guessed first (identity.bad_credentials) (identity.password_weak)', async () => {
    const member = await site.join();
    const change = (current_password: string, password: string) =>
      codeOf(member.call('changePassword', { body: { current_password, password } }));
    expect(await change('not it', NEW)).toBe('identity.bad_credentials');
    expect(await change(TEST_PASSWORD, 'password123')).toBe('identity.password_weak');
    // A wrong password here is no end of the session.
    expect((await member.call('getCurrentUser')).user.username).toBe(member.username);
  });

  test('of two at the same moment one is taken', async () => {
    const member = await site.join();
    const codes = await Promise.all(
      [NEW, `${NEW}b`].map((password) =>
        codeOf(member.call('changePassword', { body: { current_password: TEST_PASSWORD, password } })),
      ),
    );
    expect(codes.toSorted()).toEqual(['identity.bad_credentials', 'not refused']);
  });

  test.runIf(isLongRun)(
    'is not guessed by trying: tries are counted for the account (common.rate_limited)',
    async () => {
      const strict = await useTestSite({ isGenerous: false });
      const member = await strict.join();
      const codes: string[] = [];
      for (let i = 0; i < 11; i++)
        codes.push(
          await codeOf(
            member.call('changePassword', { body: { current_password: `guess ${i}`, password: NEW } }),
          ),
        );
      expect(codes.at(-1)).toBe('common.rate_limited');
    },
  );
});
