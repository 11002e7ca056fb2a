import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { makeMemoryBus } from '../platform/bus/index.ts';
import { stopChildren } from './child.ts';
import { readStartConfig } from './config.ts';
import { startMediaChildren } from './media-children.ts';
import { makeMediaProxy } from './media-proxy.ts';

test('media that listens on one address of this machine alone is reached there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-proxy-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readStartConfig({ DATA_DIR: dataDir, MEDIA_HOST: '127.0.0.2', RTMP_PORT: '0' });
  const proxy = makeMediaProxy([], undefined, 'localhost', config.mediaHost);
  const children = startMediaChildren({
    config,
    bus: makeMemoryBus(silentLog),
    log: silentLog,
    onOpen: (media) => proxy.open(media),
  });
  onTestFinished(() => stopChildren(children));
  await Promise.all(children.map((child) => child.firstReady));
  expect(proxy.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
  const { status } = await fetch(`${proxy.url}/live/whip`, {
    method: 'POST',
    headers: { authorization: 'Bearer st_x.y' },
  });
  expect(status).toBe(401);
});
