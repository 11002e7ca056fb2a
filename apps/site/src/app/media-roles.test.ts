import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEDIA_FACTS, MEDIA_TOKEN_MS, type MediaFact, signMediaToken } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { freePort } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectNatsBus } from '../platform/bus/index.ts';
import { ConfigError, deriveSecret, readConfig } from './config.ts';
import { startMediaChildren } from './media-children.ts';
import { makeMediaProxy, type MediaProxy } from './media-proxy.ts';
import { startMediaRole } from './start-media-role.ts';

/* Media processes of this machine and of one that runs nothing else, behind one proxy. */

const SECRET = 'ab'.repeat(32);

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig({ DATA_DIR: tmpdir(), SECRET, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

test('a machine that runs media alone needs the bus, the secret, the site and its own address', () => {
  const all = {
    ROLES: 'media',
    BUS_URL: 'nats://127.0.0.1:4222',
    MEDIA_SITE_URL: 'http://site:8080',
    MEDIA_INTERNAL_URL: 'http://media:8081',
    PRIVATE_NETWORK: '1',
  };
  expect(faultsOf(all)).toBe('');
  for (const name of ['BUS_URL', 'MEDIA_SITE_URL', 'MEDIA_INTERNAL_URL'])
    expect(faultsOf({ ...all, [name]: undefined as never })).toContain(name);
  expect(faultsOf({ ...all, SECRET: undefined as never })).toContain('SECRET');
  expect(faultsOf({ ...all, ROLES: 'jobs' })).toContain('ROLES');
  expect(faultsOf({ MEDIA_PROCESSES: '17' })).toContain('MEDIA_PROCESSES');
  expect(faultsOf({ MEDIA_PROCESSES: '2', BUS_URL: all.BUS_URL })).toContain('MEDIA_INTERNAL_URL');
  expect(faultsOf({ MEDIA_PROCESSES: '2' })).toBe('');
  expect(faultsOf({ MEDIA_URL: 'http://one:8081,http://two:8081/', PRIVATE_NETWORK: '1' })).toBe('');
  expect(faultsOf({ MEDIA_URL: 'http://one:8081,two' })).toContain('MEDIA_URL');
});

describe('two processes beside the site and two elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-roles-'));
  const closers: (() => unknown)[] = [];
  const facts: MediaFact[] = [];
  let site: Server;
  let sitePort = 0;
  let proxy: MediaProxy;

  beforeAll(async () => {
    const natsPort = await freePort();
    const nats = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
      stdio: 'ignore',
    });
    closers.push(() => nats.kill());
    const busUrl = `nats://127.0.0.1:${natsPort}`;
    const bus = await eventually(() =>
      connectNatsBus(busUrl, { key: deriveSecret(Buffer.from(SECRET, 'hex'), 'bus'), log: silentLog }),
    );
    closers.push(() => bus.close());
    bus.subscribe(MEDIA_FACTS, (fact) => facts.push(fact as MediaFact));
    const configure = async (name: string, roles: string) =>
      readConfig({
        ROLES: roles,
        SECRET,
        BUS_URL: busUrl,
        DATA_DIR: join(folder, name),
        NODE_NAME: name,
        HOST: '127.0.0.1',
        RTMP_PORT: '0',
        MEDIA_HOST: '127.0.0.1',
        MEDIA_PROCESSES: '2',
        MEDIA_SITE_URL: 'http://127.0.0.1:9',
        MEDIA_INTERNAL_URL: `http://127.0.0.1:${await freePort(2)}`,
      });
    const away = await configure('away', 'media');
    const role = await startMediaRole(away, { log: silentLog });
    closers.push(() => role.stop());
    proxy = makeMediaProxy([away.mediaInternalUrl!], undefined, 'localhost');
    const config = await configure('here', 'site,media');
    const onOpen = (media: Parameters<MediaProxy['open']>[0]) => proxy.open(media);
    const children = await startMediaChildren({ config, bus, log: silentLog, onOpen });
    closers.push(() => children.stop());
    await children.ready;
    site = createHttpServer((request, response) => proxy.forward(request, response));
    site.on('upgrade', (request, socket, head) => proxy.handOver(request, socket, head));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    sitePort = (site.address() as { port: number }).port;
  });
  afterAll(async () => {
    site.close();
    for (const close of closers.toReversed()) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('all four say on the bus that they are there, and where others reach them', async () => {
    await eventually(() => {
      const urls = facts.flatMap((fact) => (fact.kind === 'alive' ? [[fact.node, fact.url]] : []));
      for (const node of ['away-1', 'away-2', 'here-1', 'here-2'])
        expect(urls).toContainEqual([node, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
      expect(new Set(urls.map(([, url]) => url)).size).toBe(4);
    });
  });

  const watch = async (streamName: string): Promise<number> => {
    const claims = { use: 'play', streamName, session: 's', mode: 'public' } as const;
    const secret = deriveSecret(Buffer.from(SECRET, 'hex'), 'media');
    const token = signMediaToken(secret, { ...claims, expiresAt: Date.now() + MEDIA_TOKEN_MS });
    const socket = new WebSocket(`ws://127.0.0.1:${sitePort}/live/ws/${streamName}?token=${token}`);
    const [code] = (await once(socket, 'close')) as [number];
    return code;
  };

  test('the proxy sends calls to each in turn, and hands sockets to those of this machine', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        fetch(`http://127.0.0.1:${sitePort}/live/whip`, {
          method: 'POST',
          headers: { authorization: 'Bearer st_x.y' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(401));
    expect(new Set(Array.from({ length: 6 }, () => proxy.url)).size).toBe(3);
    // A right that media has checked, for a stream that does not exist.
    expect(await Promise.all([watch('x'), watch('y')])).toEqual([4404, 4404]);
  });

  test('where no process of this machine is up, sockets are carried to those elsewhere', async () => {
    const urls = new Set(Array.from({ length: 6 }, () => proxy.url!));
    const local = facts.flatMap((fact) =>
      fact.kind === 'alive' && fact.node.startsWith('here') ? [fact.url] : [],
    );
    const away = [...urls].filter((url) => !local.includes(url));
    const handed = proxy;
    proxy = makeMediaProxy(away, undefined, 'localhost');
    expect(await watch('x')).toBe(4404);
    proxy = makeMediaProxy([], undefined, 'localhost');
    expect((await fetch(`http://127.0.0.1:${sitePort}/live/whip`)).status).toBe(503);
    proxy = handed;
  });
});
