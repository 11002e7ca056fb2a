import { ECDH } from 'node:crypto';
import { type Clock, systemClock } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { isPushService, pushEnvironment } from './push-services.ts';
import { startPushService } from './testing-push-service.ts';

let key = '';
const service = await startPushService(() => key);
afterAll(() => service.close());
let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const site = await useTestSite({
  clock,
  env: { PUSH_SERVICES: service.origin, PUSH_HOSTS: 'localhost,127.0.0.1' },
});
/** A site that only its own machine reaches, which says nothing of push. */
const trial = await useTestSite();
const { kysely } = site.database;

const subscribe = async (member: Member, path: string, first?: readonly number[]) => {
  key = (await member.call('getPushKey')).key;
  return member.call('subscribePush', { body: service.subscribe(path, first) });
};
const gotOf = (path: string) => service.got.filter((one) => one.path === path);
const endpointsOf = async (member: Member) =>
  (
    await sql<{
      endpoint: string;
    }>`select endpoint from push_subscriptions where account_id = ${member.id}`.execute(kysely)
  ).rows.map(({ endpoint }) => endpoint.replace(service.origin, ''));

describe('push messages', () => {
  test('are offered to people who are logged in, on hosts of production alone (SHELL-036)', async () => {
    const [guest, member] = [await site.visit(), await site.join()];
    const body = service.subscribe('/nobody');
    for (const call of [
      () => guest.call('getPushKey'),
      () => guest.call('subscribePush', { body }),
      () => guest.call('unsubscribePush', { body: { endpoint: body.endpoint } }),
      () => guest.call('reportPush', { body: { player_id: 'p1' } }),
    ])
      expect(await codeOf(call())).toBe('common.unauthenticated');
    expect((await member.call('getSiteConfig')).switches.push).toBe(true);
    expect((await subscribe(member, '/allowed')).status).toBe(1);
    const elsewhere = await trial.join();
    expect((await elsewhere.call('getSiteConfig')).switches.push).toBe(false);
    for (const call of [
      () => elsewhere.call('getPushKey'),
      () => elsewhere.call('subscribePush', { body }),
      () => elsewhere.call('reportPush', { body: { player_id: 'p1' } }),
    ])
      expect(await codeOf(call())).toBe('push.not_here');
  });

  test('of one key go to listed services alone, with keys that a browser can have', async () => {
    const member = await site.join();
    const again = await site.join();
    expect((await member.call('getPushKey')).key).toBe((await again.call('getPushKey')).key);
    const good = service.subscribe('/x');
    for (const endpoint of [
      'https://evil.example/x',
      'http://169.254.169.254/latest',
      `${service.origin.replace('http', 'https')}/x`,
      service.origin.replace('127.0.0.1', '127.0.0.2'),
    ])
      expect(await codeOf(member.call('subscribePush', { body: { ...good, endpoint } })), endpoint).toBe(
        'push.service_refused',
      );
    const body = { ...good, keys: { ...good.keys, auth: 'AAAA' } };
    expect(await codeOf(member.call('subscribePush', { body }))).toBe('push.service_refused');
    expect(await endpointsOf(member)).toEqual([]);
    const known = pushEnvironment.PUSH_SERVICES.parse(undefined);
    for (const url of [
      'https://fcm.googleapis.com/x',
      'https://updates.push.services.mozilla.com/x',
      'https://web.push.apple.com/x',
    ])
      expect(isPushService(url, known), url).toBe(true);
    for (const url of [
      'https://fcm.googleapis.com.evil.example/',
      'http://fcm.googleapis.com/',
      'https://fcm.googleapis.com:8443/',
      'https://a@fcm.googleapis.com/',
      'x',
    ])
      expect(isPushService(url, known), url).toBe(false);
  });

  test.runIf(isFullRun)(
    'tell each browser of somebody that a followed performer is live; what was ended is dropped, what is busy is tried again',
    async () => {
      const member = await site.join();
      await subscribe(member, '/phone');
      await subscribe(member, '/laptop', [503]);
      await subscribe(member, '/lost', [410]);
      await subscribe(member, '/ended');
      await member.call('unsubscribePush', { body: { endpoint: `${service.origin}/ended` } });
      const model = await site.join({ type: 'model' });
      await site.site.notify(member.id as never, {
        kind: 'model_online',
        code: 'model_live',
        params: { name: 'Anna' },
        url: `/${model.username}`,
      });
      await eventually(() => expect(gotOf('/phone')).toHaveLength(1));
      await eventually(async () => {
        // The half minute before the next try is over.
        await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(site.owner.kysely);
        expect(gotOf('/laptop')).toHaveLength(1);
      });
      const { message, headers, claims } = gotOf('/phone')[0]!;
      expect(message).toEqual({ title: 'Anna is live', body: '', url: `/${model.username}` });
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' });
      expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) as string });
      expect(claims.exp * 1_000).toBeGreaterThan(Date.now());
      await eventually(async () =>
        expect((await endpointsOf(member)).toSorted()).toEqual(['/laptop', '/phone']),
      );
      expect(gotOf('/ended')).toEqual([]);
      // Other notices are no push messages.
      await site.site.notify(member.id as never, {
        kind: 'friend_request',
        code: 'friend_asked',
        params: { name: 'Ben' },
        url: null,
      });
      await site.site.settled();
      expect(gotOf('/phone')).toHaveLength(1);
    },
  );

  test('a browser belongs to whoever subscribed it last, and an account keeps its ten newest', async () => {
    const [first, second] = [await site.join(), await site.join()];
    const body = service.subscribe('/shared');
    await first.call('subscribePush', { body });
    await second.call('subscribePush', { body });
    expect(await endpointsOf(first)).toEqual([]);
    expect(await endpointsOf(second)).toEqual(['/shared']);
    // Nobody ends what is another's.
    await first.call('unsubscribePush', { body: { endpoint: body.endpoint } });
    expect(await endpointsOf(second)).toEqual(['/shared']);
    for (let n = 0; n < 11; n++) await subscribe(first, `/many${n}`);
    const kept = await endpointsOf(first);
    expect(kept).toHaveLength(10);
    expect(kept).not.toContain('/many0');
  });

  test('a browser that is subscribed again is the newest, and what waits for its owner before reaches nobody', async () => {
    const [first, second] = [await site.join(), await site.join()];
    const old = service.subscribe('/old');
    const { id: before } = await first.call('subscribePush', { body: old });
    for (let n = 0; n < 9; n++) await subscribe(first, `/later${n}`);
    expect((await first.call('subscribePush', { body: old })).id).toBe(before);
    await subscribe(first, '/newest');
    expect(await endpointsOf(first)).toContain('/old');
    expect((await second.call('subscribePush', { body: old })).id).not.toBe(before);
  });

  test('a browser is subscribed once however its address is written, with a whole point as its key', async () => {
    const member = await site.join();
    const { endpoint, keys } = service.subscribe('/once');
    for (const written of [endpoint, endpoint.replace('http', 'HTTP'), `${endpoint}#1`, ` ${endpoint}`])
      await member.call('subscribePush', { body: { endpoint: written, keys } });
    expect(await endpointsOf(member)).toEqual(['/once']);
    const short = ECDH.convertKey(
      keys.p256dh,
      'prime256v1',
      'base64url',
      'base64url',
      'compressed',
    ) as string;
    const body = { endpoint, keys: { ...keys, p256dh: short } };
    expect(await codeOf(member.call('subscribePush', { body }))).toBe('push.service_refused');
    await member.call('unsubscribePush', { body: { endpoint: `${endpoint}#2` } });
    expect(await endpointsOf(member)).toEqual([]);
  });

  test('that somebody is subscribed is written at most once an hour; repeats answer the same (SHELL-008) (SHELL-029) (CONSTANTS-019)', async () => {
    const member = await site.join();
    const report = (id: string) => member.call('reportPush', { body: { player_id: id } });
    const kept = async () =>
      (
        await sql<{
          player_id: string;
        }>`select player_id from push_reports where account_id = ${member.id}`.execute(kysely)
      ).rows[0]?.player_id;
    expect(await report('p1')).toEqual({ status: 1 });
    expect(await report('p2')).toEqual({ status: 1 });
    expect(await kept()).toBe('p1');
    aheadMs = 59 * 60_000;
    await report('p3');
    expect(await kept()).toBe('p1');
    aheadMs = 60 * 60_000 + 1_000;
    await report('p4');
    expect(await kept()).toBe('p4');
    aheadMs = 0;
    for (const wrong of ['', 'x'.repeat(65)])
      expect(await codeOf(report(wrong))).toBe('common.invalid_input');
  });
});

test('the installed app has its worker, a page for when it is offline, a manifest and an icon', async () => {
  for (const [path, type] of [
    ['/sw.js', 'text/javascript'],
    ['/offline.html', 'text/html'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/app-icon.svg', 'image/svg+xml'],
  ] as const) {
    const answer = await fetch(`${site.url}${path}`);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('content-type'), path).toContain(type);
  }
  const manifest = (await (await fetch(`${site.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string }[];
  };
  expect(manifest.icons[0]!.src).toBe('/app-icon.svg');
});
