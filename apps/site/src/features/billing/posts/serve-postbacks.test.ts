import { silentLog } from '@klieg/kernel';
import { afterAll, expect, test } from 'vitest';
import { makeBrake, makeHttpServer, makeRateLimiter } from '#site/platform/http/index.ts';
import { makeVisitorOf } from '#site/platform/visitors/index.ts';
import { servePostbacks } from './serve-postbacks.ts';

const PER_MINUTE = 600;
const app = makeHttpServer({ log: silentLog });
let received = 0;
const isCountedHere = () => Promise.reject(new Error('this class is counted here alone'));
servePostbacks({
  // All of them are forged.
  receive: async () => {
    received += 1;
    return undefined;
  },
  rateLimiter: makeRateLimiter({
    clock: { now: () => 1_000_000 },
    store: { take: isCountedHere, prune: isCountedHere },
  }),
  brake: makeBrake(),
  visitorOf: makeVisitorOf({
    hops: 0,
    isProxy: () => false,
    countryHeader: undefined,
    regionHeader: undefined,
    findPlace: undefined,
  }),
  isGenerousToLoopback: false,
})(app);
afterAll(() => app.close());

test('posts of one source beyond 600 a minute are refused unread, forged ones count, and others go on', async () => {
  const post = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/v1/postback/sandbox', payload: '{}', remoteAddress });
  for (let n = 0; n < PER_MINUTE; n += 1) expect((await post('198.51.100.1')).statusCode).toBe(403);
  const refused = await post('198.51.100.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
  expect(refused.json()).toMatchObject({ code: 'common.rate_limited' });
  expect(received).toBe(PER_MINUTE);
  expect((await post('198.51.100.2')).statusCode).toBe(403);
});
