import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

/** A key that was made so many hours ago. */
const oldKey = (hours: number): string => {
  const time = (Date.now() - hours * 3_600_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`;
};

const post = async (path: string, init: RequestInit = {}) => {
  const visitor = await site.visit();
  return visitor.fetch(`/api/v1${path}`, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': visitor.csrf,
      ...(init.headers as object),
    },
  });
};

describe('every call', () => {
  test('lives under the API base and takes the cookies of the visitor (SHELL-030) (SHELL-031)', async () => {
    const visitor = await site.visit();
    const answer = await visitor.fetch('/api/v1/user/current');
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { user: { username: string } }).user.username).toMatch(
      /^guest_[a-z0-9]{8}$/,
    );
    expect((await visitor.fetch('/user/current')).status).not.toBe(200);
  });

  test.each([
    ['/api/v1/%zz', 'common.invalid_input'],
    ['/api/v1/billing/order/%E0%A4%A', 'common.invalid_input'],
    [`/api/v1/billing/purchase/sandbox/${'x'.repeat(5_000)}`, 'common.not_found'],
  ])(
    'answers an address that no route can be looked for in the one shape, without it: %.40s',
    async (path, code) => {
      const visitor = await site.visit();
      const answer = await visitor.fetch(path, { method: 'POST' });
      const body = (await answer.json()) as { readonly request_id: string };
      expect(body).toMatchObject({ status: 0, code });
      expect(answer.headers.get('x-request-id')).toBe(body.request_id);
      expect(JSON.stringify(body)).not.toMatch(/xxxx|%zz|%E0/u);
    },
  );

  test('needs the CSRF header when it changes something (SHELL-032)', async () => {
    expect(await (await post('/auth/logout', { headers: { 'x-csrf-token': '' } })).json()).toMatchObject({
      status: 0,
      code: 'common.csrf',
    });
    expect(
      await (await post('/auth/logout', { headers: { 'x-csrf-token': 'made up' } })).json(),
    ).toMatchObject({
      code: 'common.csrf',
    });
    expect((await post('/auth/logout')).status).toBe(200);
  });

  test('from another origin is refused, whatever its token (SHELL-032)', async () => {
    const visitor = await site.visit();
    const answer = await fetch(`${site.url}/api/v1/auth/logout`, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'content-type': 'application/json',
        'x-csrf-token': visitor.csrf,
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: '{}',
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'common.cross_site' });
  });

  test('refuses unknown fields and other types, names each fault, coerces nothing', async () => {
    const answer = await post('/auth/login', {
      body: JSON.stringify({ login: 5, password: 'x', admin: true }),
    });
    expect(answer.status).toBe(400);
    const body = (await answer.json()) as { code: string; fields: { path: string; reason: string }[] };
    expect(body.code).toBe('common.invalid_input');
    expect(body.fields).toContainEqual(expect.objectContaining({ path: 'login', reason: 'type' }));
    expect(body.fields).toContainEqual(expect.objectContaining({ path: 'admin', reason: 'unknown' }));
  });

  test('takes JSON in UTF-8 as it is, nothing packed and no other letters (common.unsupported_media_type)', async () => {
    const body = JSON.stringify({ login: 'x', password: 'y' });
    const codeWith = async (headers: Record<string, string>) =>
      ((await (await post('/auth/login', { body, headers })).json()) as { code: string }).code;
    for (const headers of [
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br, identity' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json; charset=utf-16' },
    ] as Record<string, string>[])
      expect([headers, await codeWith(headers)]).toEqual([headers, 'common.unsupported_media_type']);
    for (const headers of [
      { 'content-encoding': 'identity' },
      { 'content-type': 'application/json; charset=UTF-8' },
      { 'content-type': 'application/json;charset="utf-8"' },
    ] as Record<string, string>[])
      expect([headers, await codeWith(headers)]).toEqual([headers, 'identity.bad_credentials']);
  });

  test('an address that cannot be read is a page for a browser, and an answer for a client', async () => {
    const page = await fetch(`${site.url}/%zz`, { headers: { accept: 'text/html,*/*' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<a href="/">');
    const answer = await fetch(`${site.url}/api/v1/%zz`);
    expect([answer.status < 500, await answer.json()]).toMatchObject([true, { status: 0 }]);
  });

  test('names the field that no database takes, one that objects keep to themselves, and nothing beside what is wrong', async () => {
    const fieldsOf = async (body: string) =>
      ((await (await post('/auth/login', { body })).json()) as { fields?: object[] }).fields;
    const login = (value: string) => `{"login":"${value}","password":"x"}`;
    const pattern = { reason: 'pattern', message: 'This is not in the right form' };
    expect(await fieldsOf(login('a\\u0000'))).toEqual([{ path: 'login', ...pattern }]);
    expect(await fieldsOf(login('a\\ud800'))).toEqual([{ path: 'login', ...pattern }]);
    const unknown = { reason: 'unknown', message: 'This field is not known' };
    for (const key of ['__proto__', '\\u005f_proto__', '_\\u005Fproto_\\u005f'])
      expect(await fieldsOf(`{"login":"x","password":"y","${key}":{"admin":1}}`)).toEqual([
        { path: '__proto__', ...unknown },
      ]);
    expect(await fieldsOf('{"login":"x","password":"y","constructor":1,"toString":2}')).toEqual([
      { path: 'constructor', ...unknown },
      { path: 'toString', ...unknown },
    ]);
    // As a text it is one like others.
    expect(await fieldsOf('{"login":"say \\"__proto__\\": 1","password":"y"}')).toBeUndefined();
  });

  test('answers what is missing, broken, too large or of another type with its own code', async () => {
    const visitor = await site.visit();
    expect(await (await visitor.fetch('/api/v1/nothing/here')).json()).toMatchObject({
      code: 'common.not_found',
    });
    const other = await visitor.fetch('/api/v1/auth/login');
    expect(await other.json()).toMatchObject({ code: 'common.method_not_allowed' });
    expect(other.headers.get('allow')).toBe('POST');
    // Whoever may ask for an answer may ask for its head alone.
    const changed = await post('/site_config');
    expect([changed.status, changed.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await visitor.fetch('/api/v1/site_config', { method: 'HEAD' })).status).toBe(200);
    // No name is so long: it does not exist, whatever the method.
    const long = await visitor.fetch(`/api/v1/chat/react/${'x'.repeat(300)}`);
    expect([long.status, long.headers.get('allow')]).toEqual([404, null]);
    expect(await (await post('/auth/login', { body: '{"login":' })).json()).toMatchObject({
      code: 'common.invalid_input',
    });
    expect(await (await post('/auth/login', { body: `"${'x'.repeat(70_000)}"` })).json()).toMatchObject({
      code: 'common.too_large',
    });
    expect(
      await (await post('/auth/login', { headers: { 'content-type': 'text/csv' } })).json(),
    ).toMatchObject({ code: 'common.unsupported_media_type' });
  });

  test('refuses a query that it does not know', async () => {
    const visitor = await site.visit();
    const answer = await visitor.fetch('/api/v1/browse/react?sort=best');
    expect(await answer.json()).toMatchObject({ code: 'common.invalid_input' });
    expect(await (await visitor.fetch('/api/v1/browse/react/girls?p=1e2')).json()).toMatchObject({
      code: 'common.invalid_input',
    });
  });

  test('carries request id, limits and no caching of what is personal', async () => {
    const visitor = await site.visit();
    const { headers } = await visitor.fetch('/api/v1/user/current');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('ratelimit-limit')).toBe('12000');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('bytes that are no request are answered in the shape of every error', async () => {
    const { port, hostname } = new URL(site.url);
    const say = async (bytes: string): Promise<string> => {
      const socket = connect(Number(port), hostname);
      socket.end(bytes);
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      return answer;
    };
    for (const [bytes, status, code] of [
      ['hello\r\n\r\n', 400, 'common.invalid_input'],
      ['GET / HTTP/1.1\r\nhost: a\r\nhost: b\u0000\r\n\r\n', 400, 'common.invalid_input'],
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 431, 'common.too_large'],
    ] as const) {
      const [head, body] = (await say(bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
      expect(JSON.parse(body!)).toMatchObject({ status: 0, code, message: expect.any(String) });
    }
  });

  test('a header that never ends holds no connection for ever', async () => {
    const request = httpRequest(`${site.url}/api/v1/site_config`, { method: 'GET' });
    request.on('error', () => undefined);
    expect(site.site.app.server.headersTimeout).toBe(5_000);
    request.destroy();
  });
});

describe('a call that spends', () => {
  const setUp = async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.join({ tokens: 100 });
    const tip = (body: object, key: string | undefined) =>
      viewer.fetch(`/api/v1/tip/${model.id}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': viewer.csrf,
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      });
    return { model, viewer, tip };
  };

  test('needs a key that is a fresh UUIDv7', async () => {
    const { tip } = await setUp();
    const reasons: unknown[] = [];
    for (const key of [undefined, 'abc', oldKey(25), '01932b5e-8c00-4000-8000-000000000001']) {
      const answer = await tip({ amount: 1 }, key);
      expect(answer.status).toBe(400);
      const body = (await answer.json()) as { code: string; params: { reason: string } };
      expect(body.code).toBe('common.idempotency_key_invalid');
      reasons.push(body.params.reason);
    }
    expect(reasons).toEqual(['missing', 'malformed', 'expired', 'malformed']);
  });

  test('answers a repeat byte for byte and has no second effect', async () => {
    const { viewer, tip } = await setUp();
    const key = uuidv7();
    const first = await tip({ amount: 30 }, key);
    const again = await tip({ amount: 30 }, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect((await viewer.call('getCurrentUser')).tokens).toBe(70);
  });

  test('the same key for something else is a conflict', async () => {
    const { tip } = await setUp();
    const key = uuidv7();
    await tip({ amount: 30 }, key);
    const other = await tip({ amount: 31 }, key);
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: 'common.idempotency_key_reused' });
  });

  test('a refusal that was decided stays, one that was not may be tried again', async () => {
    const { viewer, tip } = await setUp();
    const key = uuidv7();
    const refused = await tip({ amount: 500 }, key);
    expect(refused.status).toBe(402);
    await site.site.ledger.credit({
      id: uuidv7(),
      kind: 'promotion',
      source: 'promotions',
      to: viewer.id as never,
      amountTokens: 1_000,
    });
    expect(await (await tip({ amount: 500 }, key)).text()).toBe(await refused.text());
    expect((await tip({ amount: 500 }, uuidv7())).status).toBe(200);
    const wrong = uuidv7();
    expect((await tip({ amount: -1 }, wrong)).status).toBe(400);
    expect((await tip({ amount: 1 }, wrong)).status).toBe(200);
  });

  test.runIf(isFullRun)(
    '200 at once with one key have one effect (common.idempotency_in_flight)',
    async () => {
      const { viewer, tip } = await setUp();
      const key = uuidv7();
      const answers = await Promise.all(Array.from({ length: 200 }, () => tip({ amount: 40 }, key)));
      const codes = await Promise.all(
        answers.map(async (answer) =>
          answer.status === 200 ? 'done' : ((await answer.json()) as { code: string }).code,
        ),
      );
      expect(new Set(codes)).toEqual(new Set(['done', 'common.idempotency_in_flight']));
      expect((await viewer.call('getCurrentUser')).tokens).toBe(60);
    },
  );

  test('is told what was paid under its key, also once it could not be paid any more', async () => {
    const { model, viewer, tip } = await setUp();
    const key = uuidv7();
    const first = await (await tip({ amount: 30 }, key)).text();
    const moderate = (action: 'ban' | 'unban') =>
      model.call('moderate', {
        params: { username: model.username },
        body: { username: viewer.username, action },
      });
    await moderate('ban');
    const again = await tip({ amount: 30 }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.text()).toBe(first);
    for (const [body, other] of [
      [{ amount: 30 }, uuidv7()],
      [{ amount: 31 }, key],
      [{ amount: 30 }, 'nonsense'],
    ] as const)
      expect((await tip(body, other)).status).toBe(403);
    expect((await viewer.call('getCurrentUser')).tokens).toBe(70);
  });

  test('one person’s key means nothing for another', async () => {
    const { tip } = await setUp();
    const other = await setUp();
    const key = uuidv7();
    expect((await tip({ amount: 10 }, key)).status).toBe(200);
    const answer = await other.tip({ amount: 10 }, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('limits', () => {
  test.runIf(isFullRun)('of rate answer 429 with the time to wait (common.rate_limited)', async () => {
    const strict = await useTestSite({ isGenerous: false });
    const visitor = await strict.visit();
    const codes: string[] = [];
    // While a slow machine counts to ten, some tries come back.
    while (codes.at(-1) !== 'common.rate_limited' && codes.length < 60)
      codes.push(
        await codeOf(visitor.call('login', { body: { login: `nobody_${codes.length}`, password: 'x' } })),
      );
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'identity.bad_credentials'));
    expect(codes.at(-1)).toBe('common.rate_limited');
    const answer = await visitor.fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': visitor.csrf },
      body: JSON.stringify({ login: 'x', password: 'x' }),
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with policy, errors and a human page', async () => {
    const visitor = await site.visit();
    const document = (await (await visitor.fetch('/api/v1/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; description: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/tip/{id}']!['post']).toMatchObject({ operationId: 'sendTip' });
    expect(document.paths['/tip/{id}']!['post']!.description).toContain('Who: user +av +room +pay +not_self');
    const page = await visitor.fetch('/api/v1/docs');
    expect(await page.text()).toContain('/chat/react/{username}');
  });
});
