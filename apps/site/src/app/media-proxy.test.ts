import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { makeMemoryBus } from '../platform/bus/index.ts';
import { readStartConfig } from './config.ts';
import { startMediaChildren } from './media-children.ts';
import { makeMediaProxy } from './media-proxy.ts';

test('media that listens on one address of this machine alone is reached there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-proxy-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readStartConfig({ DATA_DIR: dataDir, MEDIA_HOST: '127.0.0.2', RTMP_PORT: '0' });
  const proxy = makeMediaProxy([], undefined, 'localhost', config.mediaHost);
  const children = await startMediaChildren({
    config,
    bus: makeMemoryBus(silentLog),
    log: silentLog,
    onOpen: (media) => proxy.open(media),
  });
  onTestFinished(() => children.stop());
  await children.ready;
  expect(proxy.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
  const { status } = await fetch(`${proxy.url}/live/whip`, {
    method: 'POST',
    headers: { authorization: 'Bearer st_x.y' },
  });
  expect(status).toBe(401);
});

/** A server that says its name, and what became of its address. */
async function startNamed(name: string) {
  const server = createServer((_request, response) => response.end(name)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A site's port before these media processes. @returns its address */
async function standBefore(urls: readonly string[]): Promise<string> {
  const proxy = makeMediaProxy(urls, undefined, 'localhost');
  const front = createServer((request, response) => proxy.forward(request, response)).listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(() => void front.close());
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

test('an answer that media leaves off in the middle is cut off for the viewer, who does not wait for the rest', async () => {
  const media = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('a half', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(media, 'listening');
  onTestFinished(() => void media.close());
  const base = await standBefore([`http://127.0.0.1:${(media.address() as AddressInfo).port}`]);
  const answer = await fetch(`${base}/live/hls/room/source/part-1.2.m4s?token=a.b`);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test('viewers of a stream by HLS and WHEP meet at one media process, and go to the next where that is away', async () => {
  const media = await Promise.all(['a', 'b', 'c'].map(startNamed));
  const base = await standBefore(media.map(({ url }) => url));
  const ask = async (path: string, method = 'GET') => (await fetch(base + path, { method })).text();
  const paths = (name: string) => [
    `/live/hls/${name}/index.m3u8?token=a.b`,
    `/live/hls/t/a.b/${name}/source/media.m3u8`,
    `/live/hls/${name}/source/part-1.2.m4s`,
  ];
  const homes = new Map<string, string>();
  for (let i = 0; i < 20; i++) {
    const answers = await Promise.all(paths(`stream${i}`).map((path) => ask(path)));
    const whep = await ask(`/live/whep/stream${i}`, 'POST');
    expect(new Set([...answers, whep]).size).toBe(1);
    homes.set(`stream${i}`, whep);
  }
  expect(new Set(homes.values()).size).toBe(3);
  media[0]!.close();
  for (const [name, home] of homes) {
    const found = await ask(paths(name)[2]!);
    if (home === 'a') expect(['b', 'c']).toContain(found);
    else expect(found).toBe(home);
  }
  for (const one of media) one.close();
  expect((await fetch(base + paths('stream0')[0]!)).status).toBe(503);
});

test('what a proxy with a cache asks media is asked by no visitor, and none says that they are a cache', async () => {
  const media = createServer((request, response) => response.end(JSON.stringify(request.headers)));
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  onTestFinished(() => void media.close());
  const url = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  const base = await standBefore([url]);
  const headers = { 'x-live-cache': 'mine', 'x-original-uri': '/live/hls/room/index.m3u8?token=a.b' };
  for (const path of ['/live/auth', '/live/auth?x=1', '/live/auth/'])
    expect([path, (await fetch(base + path, { headers })).status]).toEqual([path, 404]);
  const seen = await (await fetch(`${base}/live/hls/room/index.m3u8?token=a.b`, { headers })).json();
  expect(seen).toHaveProperty('x-forwarded-for');
  expect(seen).not.toHaveProperty('x-live-cache');
});
