import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalMediaKey, MEDIA_FACTS } from '@klieg/contract/media';
import { sql } from 'kysely';
import {
  placeholderOf,
  placeholdersOf,
  placeholderUrl,
} from '@klieg/contract/features/broadcast/placeholders';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { liveFact } from '../testing-live.ts';
import { BEHIND_PROXY, type Member, useTestSite } from '#site/app/testing-site.ts';

// Answers as the media process does at its inner address, with what it was asked for; the pictures themselves are
// proven in apps/media and in the browser.
let asked: { readonly path: string; readonly key: unknown }[] = [];
let isAway = false;
const media = createServer((request, response) => {
  asked.push({ path: request.url!, key: request.headers['x-internal-secret'] });
  response.writeHead(isAway ? 404 : 200).end(`picture of ${request.url}`);
});
await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => media.close(resolve)));
beforeEach(() => {
  asked = [];
  isAway = false;
});

const site = await useTestSite({
  env: BEHIND_PROXY,
  mediaUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}`,
});

const goLive = async (settings: Record<string, unknown> = {}): Promise<Member & { streamName: string }> => {
  const model = await site.join({ type: 'model', settings });
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  site.bus.publish(MEDIA_FACTS, liveFact(model, broadcast));
  await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
  return { ...model, streamName: started.stream_name };
};

const look = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${site.url}/api/v1/thumb/${path}`, { redirect: 'manual', headers });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    cache: answer.headers.get('cache-control'),
    to: answer.headers.get('location'),
    body: await answer.text(),
  };
};

test('a live picture comes as WebP and JPEG in four widths, kept for 30 s by each browser (CONSTANTS-036)', async () => {
  const { username, streamName } = await goLive();
  for (const [file, type, kind] of [
    ['jpg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
  ] as const)
    for (const width of [160, 320, 640, 960])
      expect(await look(`${username}.${file}?v=1&w=${width}`)).toEqual({
        status: 200,
        type,
        cache: 'private, max-age=30',
        to: null,
        body: `picture of /internal/thumb/${streamName}?w=${width}&kind=${kind}`,
      });
  expect(asked.every(({ key }) => key === internalMediaKey(site.site.mediaSecret))).toBe(true);
});

test('any other width is the 320 one, and what is asked for again is not fetched again', async () => {
  const { username, streamName } = await goLive();
  const addresses = ['', '?w=320', '?w=9999', '?w=-1', '?w=1e2', '?w=160&w=640', '?v=7'];
  const seen = await Promise.all(addresses.map((query) => look(`${username}.webp${query}`)));
  expect(new Set(seen.map(({ body }) => body))).toEqual(
    new Set([`picture of /internal/thumb/${streamName}?w=320&kind=webp`]),
  );
  expect(asked).toHaveLength(1);
});

test('there is no other kind, and no way out of the folder', async () => {
  const { username } = await goLive();
  for (const path of [`${username}.gif`, username, `${username}.webp.jpg`, '..%2fsecret.jpg', 'nobody.webp'])
    expect(await look(path)).toMatchObject({ status: 404, cache: 'no-store' });
  expect(asked).toEqual([]);
});

test('without a picture, or off the air, the way leads to what stands in for it, for a moment', async () => {
  const { username, id } = await goLive();
  isAway = true;
  const blurred = { status: 302, to: placeholderUrl(username), cache: 'private, max-age=5' };
  expect(await look(`${username}.webp`)).toMatchObject(blurred);
  await sql`update accounts set picture_url = '/scenes/s01.jpg' where id = ${id}`.execute(
    site.database.kysely,
  );
  const away = { status: 302, to: '/scenes/s01.jpg', cache: expect.stringContaining('max-age=5') };
  expect(await look(`${username}.webp`)).toMatchObject(away);
  const offline = await site.join({ type: 'model' });
  expect(await look(`${offline.username}.jpg`)).toMatchObject({
    status: 302,
    to: placeholderUrl(offline.username),
  });
});

test('where age is asked for, whoever has not shown it sees a blurred picture in place of the live and the own one', async () => {
  const { username, id } = await goLive();
  await sql`update accounts set picture_url = '/scenes/s01.jpg' where id = ${id}`.execute(
    site.database.kysely,
  );
  const blurred = { status: 302, to: placeholderUrl(username), cache: 'private, max-age=5' };
  expect(await look(`${username}.webp`, { 'x-country': 'FR' })).toMatchObject(blurred);
  expect(await look(`${username}.webp`, { 'x-country': 'ES' })).toMatchObject({ status: 200 });
});

test.each([
  { shape: 'standard', start: '', count: 80, view: '0 0 400 300', by: '4 by 3 (CONSTANTS-034)' },
  { shape: 'wide', start: 'wide-', count: 50, view: '0 0 480 270', by: '16 by 9 (CONSTANTS-035)' },
  { shape: 'square', start: 'square-', count: 50, view: '0 0 300 300', by: '1 by 1 (CONSTANTS-035)' },
] as const)(
  'there are $count blurred pictures of $by, all different, that never change and hold nothing but colors',
  async ({ shape, start, count, view }) => {
    const seen = new Set<string>();
    for (let variant = 1; variant <= count; variant++) {
      const answer = await fetch(`${site.url}/api/v1/placeholder/${start}${variant}.svg`);
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'image/svg+xml', 'public, max-age=31536000, immutable']);
      const drawing = await answer.text();
      expect(drawing).toContain(`viewBox="${view}"`);
      expect(drawing.match(/<(?!\/?(?:svg|defs|radialGradient|stop|rect|circle)\b)/)).toBeNull();
      seen.add(drawing);
    }
    expect([placeholdersOf(shape), seen.size]).toEqual([count, count]);
    for (const name of ['0', String(count + 1), '999', '-1', 'x', '1.png', '..%2f1', 'tall-1'])
      expect((await fetch(`${site.url}/api/v1/placeholder/${start}${name}.svg`)).status, name).toBe(404);
    const names = Array.from({ length: 4_000 }, (_, at) => `room_${at}`);
    expect(new Set(names.map((name) => placeholderOf(name, shape))).size).toBe(count);
    expect(placeholderUrl('room_1', shape)).toBe(
      `/api/v1/placeholder/${start}${placeholderOf('room_1', shape)}.svg`,
    );
  },
);

test('a picture that not everybody may see is kept by no cache that others share, and strangers get none (LIVE-VIDEO-018)', async () => {
  const model = await goLive();
  await model.call('saveSettings', { body: { cam_password: 'open sesame' } });
  expect(await look(`${model.username}.webp`)).toMatchObject({
    status: 302,
    to: placeholderUrl(model.username),
  });
  const own = await model.fetch(`/api/v1/thumb/${model.username}.webp`);
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, max-age=30']);
});
