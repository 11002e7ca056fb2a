import { beforeEach, expect, test, vi } from 'vitest';
import { csrfHeaders, fetchWithCsrf, setCsrf } from './csrf.ts';

beforeEach(() => setCsrf(null));

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

test('every call carries the token of site_config once it is known (SHELL-032)', () => {
  expect(csrfHeaders()).toEqual({});
  setCsrf('b1f');
  expect(csrfHeaders()).toEqual({ 'x-csrf-token': 'b1f' });
});

test('a stale token is renewed and the call repeated once (SHELL-032)', async () => {
  setCsrf('old');
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/v1/site_config') return json(200, { csrf: 'new' });
    const token = new Headers(init?.headers).get('x-csrf-token') ?? '';
    sent.push(token);
    return token === 'new' ? json(200, { status: 1 }) : json(403, { code: 'common.csrf' });
  });
  const answer = await fetchWithCsrf('/api/v1/tip/17', { method: 'POST', headers: csrfHeaders() });
  expect(answer.status).toBe(200);
  expect(sent).toEqual(['old', 'new']);
  expect(csrfHeaders()).toEqual({ 'x-csrf-token': 'new' });
});

test('other refusals are answered as they are', async () => {
  const calls = vi.fn(async () => json(403, { code: 'common.forbidden' }));
  vi.stubGlobal('fetch', calls);
  expect((await fetchWithCsrf('/api/v1/tip/17', { method: 'POST' })).status).toBe(403);
  expect(calls).toHaveBeenCalledTimes(1);
});
