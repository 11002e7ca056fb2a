import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { useTestSite } from './testing-site.ts';

/* What reaches a media process through the site's port. */

const asked: { readonly url: string | undefined; readonly from: unknown }[] = [];
const media = createServer(({ url, headers }, response) => {
  asked.push({ url, from: headers['x-forwarded-for'] });
  response.end('from media');
});
media.on('upgrade', ({ url, headers }, socket) => {
  asked.push({ url, from: headers['x-forwarded-for'] });
  socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
});
media.listen(0, '127.0.0.1');
await once(media, 'listening');
afterAll(() => media.close());
const site = await useTestSite({ mediaUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}` });
beforeEach(() => void asked.splice(0));

/** Sends a target as it stands and reads the status of its answer. */
async function statusOf(target: string, headers: readonly string[] = ['Connection: close']): Promise<number> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.write([`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(' ')[1]);
}

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket'];

test('what is plainly below /live/ goes on, with the address that it came from', async () => {
  expect(await statusOf('/live/hls/room/index.m3u8?token=a.b')).toBe(200);
  expect(await statusOf('/live/ws/room?token=a.b', UPGRADE)).toBe(101);
  expect(await statusOf('/live/ingest?token=a.b', UPGRADE)).toBe(101);
  expect(await statusOf('/live/whip', ['X-Forwarded-For: 203.0.113.7', 'Connection: close'])).toBe(200);
  expect(asked).toEqual([
    { url: '/live/hls/room/index.m3u8?token=a.b', from: '127.0.0.1' },
    { url: '/live/ws/room?token=a.b', from: '127.0.0.1' },
    { url: '/live/ingest?token=a.b', from: '127.0.0.1' },
    { url: '/live/whip', from: '203.0.113.7, 127.0.0.1' },
  ]);
});

test.each([
  '/live/../metrics',
  '/live/%2e%2e/metrics',
  '/live/..%2fmetrics',
  '/live/..\\metrics',
  '/live/hls/..\\..\\metrics',
  '/live/hls/..%5c..%5chealthz',
  '/live/ws/../../metrics',
  '/live/ws/..\\..\\metrics',
  '/live/ingest/../../metrics',
  'http://localhost/live/../metrics',
])('%s reaches nothing of media', async (target) => {
  expect(await statusOf(target)).toBe(404);
  expect(await statusOf(target, UPGRADE)).toBe(404);
  expect(asked).toEqual([]);
});
