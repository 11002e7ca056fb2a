import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  editConfiguration,
  freePort,
  isCaddyInstalled,
  isNginxInstalled,
  makeVisitor,
  startCaddy,
  startNginx,
} from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { WebSocket, WebSocketServer } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from './testing-site.ts';

/* The configurations of nginx and of Caddy as they are shipped, before a real site: both are held to the same rules. */

const shipped = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${path}`, import.meta.url)), 'utf8');
const METRICS_TOKEN = 'a token of the operator';

/** Stands for a media process of another machine: sends back what it gets. */
const media = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const asked: (string | undefined)[] = [];
media.on('connection', (socket, { url }) => {
  asked.push(url);
  socket.on('message', (data) => socket.send(data));
});
await once(media, 'listening');
afterAll(() => media.close());

const site = await useTestSite({
  isGenerous: false,
  mediaUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}`,
  env: { ...BEHIND_PROXY, METRICS_TOKEN: METRICS_TOKEN.replaceAll(' ', '-') },
});
const siteHost = new URL(site.url).host;

/** Starts nginx; TLS is left out, since its certificates are the operator's. */
const behindNginx = async (port: number) =>
  startNginx(
    editConfiguration(shipped('nginx/klieg-site.conf').replaceAll(/^ *ssl_.*$/gm, ''), [
      ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
      ['listen [::]:80;', ''],
      ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
      ['listen [::]:443 ssl;', `listen [::1]:${port};`],
      ['server 127.0.0.1:8080;', `server ${siteHost};`],
      // The site takes its own pages' requests alone, and on this machine it is known by its own port.
      ['proxy_set_header Host $host;', `proxy_set_header Host ${siteHost};`],
    ]),
    port,
  );

const KNOWN_AS_SITE = [
  'header_up -X-Country',
  `header_up Host ${siteHost}\n\t\theader_up -X-Country`,
] as const;
/** Starts Caddy; TLS is left out but for the test that is about it. */
const behindCaddy = async (port: number) =>
  startCaddy(
    editConfiguration(shipped('caddy/Caddyfile'), [
      ['{$KLIEG_HOST:klieg.example} {', `http://:${port} {\n\tbind 127.0.0.1 [::1]`],
      KNOWN_AS_SITE,
    ]),
    port,
    { http: port, https: await freePort() },
    { KLIEG_SITE: siteHost },
  );

const PROXIES = [
  { name: 'nginx', isInstalled: isNginxInstalled, start: behindNginx, network: 1 },
  { name: 'Caddy', isInstalled: isCaddyInstalled, start: behindCaddy, network: 2 },
] as const;

let port = 0;

interface Ask {
  readonly path: string;
  readonly body?: object | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of this machine as which the proxy sees the visitor. */
  readonly from?: string;
}

/** A request through the proxy, with every header as a visitor of bad will writes it. */
async function ask({ path, body, headers = {}, from = '127.0.0.1' }: Ask) {
  const request = httpRequest({
    host: from.includes(':') ? '::1' : '127.0.0.1',
    port,
    path,
    method: body ? 'POST' : 'GET',
    localAddress: from,
    headers: { origin: site.url, 'content-type': 'application/json', ...headers },
  });
  // One that is refused before all of it was sent breaks off.
  request.on('error', () => {});
  request.end(body && (Buffer.isBuffer(body) ? body : JSON.stringify(body)));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode as number, text, code: /"code":"([^"]*)"/.exec(text)?.[1] };
}

/** The headers by which a visitor says who they are. */
const sessionOf = (visitor: ReturnType<typeof makeVisitor>) => ({
  cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-csrf-token': visitor.csrf,
});

const forged = (n: number) => ({
  'x-forwarded-for': `203.0.113.${n}`,
  'x-real-ip': `203.0.113.${n}`,
  forwarded: `for=203.0.113.${n}`,
});

describe.each(PROXIES.filter(({ isInstalled }) => isInstalled))(
  'through $name as it is shipped, somebody who says to be somebody else',
  ({ start, network, name }) => {
    let proxy: { stop(): void } | undefined;
    beforeAll(async () => {
      port = await freePort();
      proxy = await start(port);
    });
    afterAll(() => proxy?.stop());
    /** An address of this machine that no other proxy of the test has seen. */
    const addressOf = (n: number) => `127.0.${network}.${n}`;

    test.runIf(isFullRun).each(['IPv4', 'IPv6'])('gets no more log-ins than others (%s)', async (family) => {
      const from = family === 'IPv4' ? addressOf(9) : '::1';
      const session = sessionOf(await site.visit({ address: '198.51.100.1' }));
      const codes: unknown[] = [];
      for (let n = 0; n < 40; n++) {
        const body = { login: `name_${network}_${from}_${n}`, password: 'guess' };
        codes.push(
          (await ask({ path: '/api/v1/auth/login', body, from, headers: { ...session, ...forged(n) } })).code,
        );
      }
      expect(codes.filter((code) => code === 'identity.bad_credentials').length).toBeLessThanOrEqual(12);
      expect(codes.filter((code) => code === 'common.rate_limited').length).toBeGreaterThanOrEqual(28);
    });

    test('takes nothing from those of another address', async () => {
      const session = sessionOf(await site.visit({ address: '198.51.100.1' }));
      const body = { login: 'somebody_else', password: 'guess' };
      const answer = await ask({ path: '/api/v1/auth/login', body, from: addressOf(77), headers: session });
      expect(answer.code).toBe('identity.bad_credentials');
    });

    test('finds no password of a room by trying', async () => {
      const model = await site.join({
        type: 'model',
        settings: { cam_password: '4711' },
        from: { address: `198.51.100.${network}2` },
      });
      const session = sessionOf(await site.visit({ address: `198.51.100.${network}3` }));
      const path = `/api/v1/chat/${model.username}/password`;
      const codes: unknown[] = [];
      for (let n = 0; n < 40; n++)
        codes.push(
          (
            await ask({
              path,
              body: { password: String(4_000 + n) },
              from: addressOf(10),
              headers: { ...session, ...forged(n) },
            })
          ).code,
        );
      expect(codes.filter((code) => code === 'rooms.password_wrong').length).toBeLessThanOrEqual(12);
      expect(codes.at(-1)).toBe('common.rate_limited');
    });

    test('is in no country by saying so', async () => {
      const model = await site.join({
        type: 'model',
        settings: { blocked_countries: ['DE'] },
        from: { address: `198.51.100.${network}4` },
      });
      const path = `/api/v1/chat/react/${model.username}`;
      const claims = { 'x-country': 'FR', 'X-Country': 'FR', 'cf-ipcountry': 'FR', 'x-region': 'PAC' };
      expect((await ask({ path, headers: { ...claims, ...forged(1) } })).code).toBe('rooms.not_found');
      // The same word from the proxy itself is taken.
      const own = await fetch(`${site.url}${path}`, {
        headers: { 'x-forwarded-for': '203.0.113.1', 'x-country': 'FR' },
      });
      expect(own.status).toBe(200);
    });

    test('reads no metrics; the token of the operator does, from this machine', async () => {
      for (const address of ['127.0.0.1', '::1', '10.0.0.1'])
        expect((await ask({ path: '/metrics', headers: { 'x-forwarded-for': address } })).status).toBe(404);
      const authorization = `Bearer ${METRICS_TOKEN.replaceAll(' ', '-')}`;
      expect((await ask({ path: '/metrics', headers: { authorization } })).status).toBe(404);
      expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
      expect((await fetch(`${site.url}/metrics`, { headers: { authorization: 'Bearer x' } })).status).toBe(
        404,
      );
      const metrics = await fetch(`${site.url}/metrics`, { headers: { authorization } });
      expect(await metrics.text()).toContain('# HELP');
    });

    test('has no more sockets than others, and pages and sockets of others go on', async () => {
      const open = async (n: number, from: string) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/lobby`, 'v3.json', {
          localAddress: from,
          headers: { origin: site.url, ...forged(n) },
        });
        socket.on('error', () => undefined);
        const [kind] = await Promise.race([
          once(socket, 'open').then(() => ['open', socket] as const),
          once(socket, 'unexpected-response').then(([, response]) => [response.statusCode, socket] as const),
        ]);
        return { kind, socket };
      };
      const sockets = await Promise.all(Array.from({ length: 60 }, (_, n) => open(n, addressOf(11))));
      const other = await open(1, addressOf(12));
      expect(sockets.filter(({ kind }) => kind === 'open')).toHaveLength(40);
      expect(sockets.filter(({ kind }) => kind === 429)).toHaveLength(20);
      expect(other.kind).toBe('open');
      for (const { socket } of [...sockets, other]) socket.terminate();
    });

    test('publishes by WebSocket where UDP does not get through, and bytes go both ways at once (LIVE-VIDEO-029)', async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/live/ingest?token=a.b`, {
        headers: { origin: site.url, ...forged(1) },
      });
      await once(socket, 'open');
      const picture = Buffer.alloc(200_000, 7);
      socket.send(picture);
      const [echo] = (await once(socket, 'message')) as [Buffer];
      expect(echo.equals(picture)).toBe(true);
      expect(asked.at(-1)).toBe('/live/ingest?token=a.b');
      socket.terminate();
    });

    test('sends a picture of some megabytes, and not more than the site takes', async () => {
      const big = (bytes: number) =>
        ask({
          path: '/api/v1/auth/login',
          body: Buffer.alloc(bytes, 32),
          from: addressOf(13),
          headers: { 'content-type': 'application/json' },
        }).then(
          ({ status }) => status,
          () => 'ended',
        );
      // Refused by the site, which has heard of it; the other as too much by either, or broken off.
      expect([400, 413]).toContain(await big(900_000));
      expect([413, 502, 'ended']).toContain(await big(70_000_000));
      expect((await ask({ path: '/healthz', from: addressOf(13) })).status, name).toBe(200);
    });
  },
);

test('a whole household of IPv6 has the limits of one address', async () => {
  const session = sessionOf(await site.visit({ address: '198.51.100.5' }));
  const login = async (address: string, n: number) => {
    const answer = await fetch(`${site.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        origin: site.url,
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...session,
      },
      body: JSON.stringify({ login: `v6_${n}`, password: 'guess' }),
    });
    return ((await answer.json()) as { code: string }).code;
  };
  const begunMs = performance.now();
  const tries = Array.from({ length: 40 }, (_, n) => login(`2001:db8:1:2:${n.toString(16)}::${n + 1}`, n));
  const codes = await Promise.all(tries);
  // On a slow machine there is room for another one each six seconds.
  const more = Math.ceil((performance.now() - begunMs) / 6_000);
  expect(codes.filter((code) => code === 'identity.bad_credentials').length).toBeLessThanOrEqual(10 + more);
  expect(codes).toContain('common.rate_limited');
  expect(await login('2001:db8:1:3::1', 99)).toBe('identity.bad_credentials');
});

test.runIf(isCaddyInstalled)(
  'Caddy as it is shipped brings TLS, and sends who comes without it there',
  async () => {
    const [http, https] = [await freePort(), await freePort()];
    const caddy = await startCaddy(
      editConfiguration(shipped('caddy/Caddyfile'), [KNOWN_AS_SITE]),
      https,
      { http, https },
      {
        KLIEG_HOST: 'localhost',
        KLIEG_SITE: siteHost,
      },
    );
    try {
      const plain = await fetch(`http://localhost:${http}/healthz`, { redirect: 'manual' });
      expect(plain.status).toBe(308);
      expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost/u);
      const root = join(caddy.folder, 'pki/authorities/local/root.crt');
      await eventually(() => expect(existsSync(root)).toBe(true));
      const statusOf = (path: string) =>
        eventually(async () => {
          const request = httpsGet({ host: 'localhost', port: https, path, ca: readFileSync(root) });
          const [response] = await once(request, 'response');
          response.resume();
          return response.statusCode as number;
        });
      expect(await statusOf('/healthz')).toBe(200);
      expect(await statusOf('/metrics')).toBe(404);
    } finally {
      caddy.stop();
    }
  },
);
