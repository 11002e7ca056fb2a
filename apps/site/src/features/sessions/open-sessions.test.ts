import { uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite({ env: { TRUSTED_HOPS: '1', COUNTRY_HEADER: 'x-country' } });

/** Two log-ins of one account. */
async function useTwo() {
  const member = await site.join();
  const other = await site.visit();
  await other.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': other.csrf,
      'x-country': 'PT',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ login: member.username, password: TEST_PASSWORD }),
  });
  await other.arrive();
  return { member, other };
}

describe('the log-ins of an account', () => {
  test('are listed with browser, place and time; the own one is marked', async () => {
    const { member, other } = await useTwo();
    const { items } = await other.call('listSessions');
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      current: true,
      browser: 'Firefox',
      device: 'Linux',
      country_code: 'PT',
    });
    const seen = (await member.call('listSessions')).items;
    expect(seen.map(({ current }) => current)).toEqual([true, false]);
    expect(seen.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    expect(seen.find(({ current }) => current)!.id).not.toBe(items.find(({ current }) => current)!.id);
  });

  test('are ended one by one: calls and sockets of that one end', async () => {
    const { member, other } = await useTwo();
    const model = await site.join({ type: 'model' });
    const lobby = await other.openLobby();
    const room = await other.openRoom(lobby, model.username);
    const own = await member.openLobby();
    const { items } = await member.call('listSessions');
    const { id } = items.find(({ current }) => !current)!;
    await member.call('revokeSession', { params: { id } });
    expect(await lobby.waitForClose()).toBe(4402);
    expect(await room.waitForClose()).toBe(4402);
    expect(lobby.received.find(({ name }) => name === 'v3.logout')?.payload).toMatchObject({
      reason: 'revoked',
    });
    expect((await other.call('getCurrentUser')).user.username).toMatch(/^guest_/);
    own.send('v3.ping', { t: 1 });
    await own.waitFor('v3.pong');
    expect(await codeOf(member.call('revokeSession', { params: { id } }))).toBe('common.not_found');
  });

  test('of somebody else are absent (common.not_found)', async () => {
    const { member } = await useTwo();
    const stranger = await site.join();
    const { items } = await member.call('listSessions');
    for (const id of [items[0]!.id, uuidv7()])
      expect(await codeOf(stranger.call('revokeSession', { params: { id } }))).toBe('common.not_found');
    expect((await member.call('listSessions')).items).toHaveLength(2);
  });

  test('all others end at once; this one stays', async () => {
    const { member, other } = await useTwo();
    const lobby = await other.openLobby();
    expect(await member.call('revokeOtherSessions', { body: {} })).toEqual({ status: 1, revoked: 1 });
    expect(await lobby.waitForClose()).toBe(4402);
    expect((await member.call('listSessions')).items).toMatchObject([{ current: true }]);
    expect(await member.call('revokeOtherSessions', { body: {} })).toEqual({ status: 1, revoked: 0 });
  });
});
