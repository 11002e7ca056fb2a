import { spawnSync } from 'node:child_process';
import { freePort, isCoturnInstalled, startCoturn } from '@klieg/testing';
import { systemClock } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { useTestSite } from '../../app/testing-site.ts';
import { LOGIN_MS, makeIceServers } from './ice-servers.ts';

const SECRET = 'a secret of sixteen signs and more';
const port = await freePort();
const ICE_URLS = `stun:127.0.0.1:${port},turn:127.0.0.1:${port}?transport=tcp`;
const coturn = isCoturnInstalled ? await startCoturn(port, SECRET) : undefined;
afterAll(() => coturn?.stop());

const site = await useTestSite({ env: { ICE_URLS, TURN_SECRET: SECRET } });

/** Whether a TURN server gives a place to this login: coturn's own client, over TCP. */
const isLetIn = (username: string, credential: string): boolean =>
  spawnSync(
    'turnutils_uclient',
    `-t -T -y -c -n 1 -m 1 -u ${username} -w ${credential} -p ${port} -e 127.0.0.1 127.0.0.1`.split(' '),
  ).status === 0;

test('pages are given relays with a login of their own that ends by itself (LIVE-VIDEO-029)', async () => {
  const [guest, other] = [await site.visit(), await site.join()];
  const answer = await guest.call('getIceServers', {});
  const [stun, turn] = answer.ice_servers;
  expect(stun).toEqual({ urls: [`stun:127.0.0.1:${port}`] });
  expect(turn?.urls).toEqual([`turn:127.0.0.1:${port}?transport=tcp`]);
  const [endsAt, word] = turn!.username!.split(':');
  expect(Number(endsAt) * 1000).toBe(Date.parse(answer.expires_at));
  expect(Number(endsAt) * 1000).toBeLessThanOrEqual(Date.now() + LOGIN_MS);
  expect(Number(endsAt) * 1000).toBeGreaterThan(Date.now() + LOGIN_MS - 60_000);
  // The relay's log can tell one from another, and no name is in it.
  const [, wordOfOther] = (await other.call('getIceServers', {})).ice_servers[1]!.username!.split(':');
  expect(wordOfOther).not.toBe(word);
  expect(wordOfOther).not.toContain(other.username);
});

test('performers get the same with the right to publish', async () => {
  const model = await site.join({ type: 'model', isApproved: true });
  const { ingest } = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  expect(ingest!.ice_servers.map(({ urls }) => urls)).toEqual(
    (await model.call('getIceServers', {})).ice_servers.map(({ urls }) => urls),
  );
});

test('a site without relays says so', async () => {
  const without = await useTestSite({});
  const guest = await without.visit();
  expect((await guest.call('getIceServers', {})).ice_servers).toEqual([]);
});

test.runIf(isFullRun && isCoturnInstalled)(
  'a TURN server lets a login in, and neither one that is over nor one that was altered',
  () => {
    const settings = { stunUrls: [], turnUrls: ['turn:x'], secret: SECRET };
    const [mine] = makeIceServers(settings, systemClock)('somebody').servers;
    expect(isLetIn(mine!.username!, mine!.credential!)).toBe(true);
    const past = { now: () => systemClock.now() - LOGIN_MS - 5_000 };
    const [over] = makeIceServers(settings, past)('somebody').servers;
    expect(isLetIn(over!.username!, over!.credential!)).toBe(false);
    const later = mine!.username!.replace(/^\d+/u, (endsAt) => String(Number(endsAt) + 3_600));
    expect(isLetIn(later, mine!.credential!)).toBe(false);
  },
);

test('relays that are set up by half, or wrongly, stop the start with a sentence', () => {
  const given = { SECRET: 'ab'.repeat(32) };
  const read = (env: Record<string, string>) => () => readConfig({ ...given, ...env });
  expect(read({ ICE_URLS: 'turn:turn.example' })).toThrow('TURN_SECRET must be given');
  expect(read({ TURN_SECRET: SECRET })).toThrow('ICE_URLS must name a turn address');
  expect(read({ ICE_URLS: 'turn:turn.example', TURN_SECRET: 'short' })).toThrow('at least 16 signs');
  for (const url of [
    'turn.example',
    'http://turn.example',
    'turn:a b',
    'turn:x?transport=tls',
    'stun:x?transport=udp',
  ])
    expect(read({ ICE_URLS: url, TURN_SECRET: SECRET }), url).toThrow('ICE_URLS must be');
  for (const url of ['stun:turn.example', 'stuns:[2001:db8::1]:5349', ''])
    expect(read({ ICE_URLS: url }), url).not.toThrow();
  const both = 'stun:turn.example, turn:turn.example:3478, turns:turn.example:443?transport=tcp';
  expect(readConfig({ ...given, ICE_URLS: both, TURN_SECRET: SECRET }).relays).toEqual({
    stunUrls: ['stun:turn.example'],
    turnUrls: ['turn:turn.example:3478', 'turns:turn.example:443?transport=tcp'],
    secret: SECRET,
  });
});
