import { request } from 'node:http';
import { MEDIA_COMMANDS, MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BROWSER_OFFER } from './testing/browser-offer.ts';
import { startHarness } from './testing/live-harness.ts';

/*
 * Who may publish, until when, and what is asked of the site for it. No publisher here ever shows a picture.
 */

const SECRET = crypto.getRandomValues(new Uint8Array(32));
const KEY = 'sk0123456789abcdef0123456789abcdef';

let harness: Awaited<ReturnType<typeof startHarness>>;
/** The stream keys that the site was asked about. */
let asked: string[];

/** A token made now. */
const tokenOf = (session: string, broadcastId: string): string =>
  signMediaToken(SECRET, {
    use: 'publish',
    streamName: `stream_of_${broadcastId}`,
    broadcastId,
    username: broadcastId,
    session,
    expiresAt: Date.now() + MEDIA_TOKEN_MS,
  });

beforeEach(async () => {
  asked = [];
  const exchangeKey = (key: string) => {
    asked.push(key);
    return Promise.resolve(key === KEY ? tokenOf('stream_key', 'by_key') : undefined);
  };
  harness = await startHarness('', {}, { secret: SECRET, clock: { now: Date.now }, exchangeKey });
});
afterEach(() => harness.close());

const post = (bearer: string, body = BROWSER_OFFER, type = 'application/sdp'): Promise<Response> =>
  fetch(`${harness.base}/live/whip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
    body,
  });

/** Whether a publisher is still connected, by the address that it was given. */
async function isConnected(answer: Response): Promise<boolean> {
  const trickle = await fetch(harness.base + answer.headers.get('location')!, {
    method: 'PATCH',
    headers: { 'content-type': 'application/trickle-ice-sdpfrag' },
    body: 'a=mid:0\r\n',
  });
  return trickle.status === 204;
}

test('the end of a login session ends its publisher before its first picture, and its unused tokens: W33 (LIVE-VIDEO-029)', async () => {
  const unused = tokenOf('model', 'second');
  const publisher = await post(tokenOf('model', 'first'));
  expect(publisher.status).toBe(201);
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'model' });
  expect(harness.factsOf('gone', 'first')).toMatchObject([{ reason: 'stopped' }]);
  expect(await isConnected(publisher)).toBe(false);
  expect((await post(unused)).status).toBe(403);
});

test('a session that ends while the offer is on its way publishes nothing: W33', async () => {
  const half = BROWSER_OFFER.length / 2;
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sending = request(`${harness.base}/live/whip`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf('model', 'first')}`,
        'content-type': 'application/sdp',
        'content-length': Buffer.byteLength(BROWSER_OFFER),
        expect: '100-continue',
      },
    });
    // The server asks for the body when it has taken up the request, and its token with it.
    sending.on('continue', () => {
      sending.write(BROWSER_OFFER.slice(0, half));
      harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'model' });
      sending.end(BROWSER_OFFER.slice(half));
    });
    sending.on('response', (answer) => resolve(answer.resume().statusCode));
    sending.on('error', reject);
  });
  expect(status).toBe(403);
});

test('neither the end of another session, nor that of watching one stream, nor that of all who watch ends a publisher', async () => {
  const publisher = await post(tokenOf('model', 'first'));
  const streamName = 'stream_of_first';
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'viewer' });
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'model', streamName });
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'model', streamName: 'of_another' });
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', streamName });
  expect(harness.factsOf('gone', 'first')).toEqual([]);
  expect(await isConnected(publisher)).toBe(true);
  expect((await post(tokenOf('model', 'second'))).status).toBe(201);
});

test('what a stream key has begun outlives the login session of the page', async () => {
  const publisher = await post(KEY);
  expect(publisher.status).toBe(201);
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'model' });
  expect(harness.factsOf('gone', 'by_key')).toEqual([]);
  expect(await isConnected(publisher)).toBe(true);
});

test.each([
  ['an unusable offer', 'garbage', 'application/sdp', 400],
  ['an offer without a codec of ours', BROWSER_OFFER.replaceAll('H264', 'VP9'), 'application/sdp', 422],
  ['too long an offer', BROWSER_OFFER + 'a=x\r\n'.repeat(20_000), 'application/sdp', 413],
  ['another type', BROWSER_OFFER, 'text/plain', 415],
])('a stream key with %s begins nothing at the site (LIVE-VIDEO-029)', async (_what, body, type, status) => {
  expect((await post(KEY, body, type)).status).toBe(status);
  expect(asked).toEqual([]);
});

test('the site is asked once about a stream key with an offer, and never about a token or nothing', async () => {
  expect((await post('sk_wrong')).status).toBe(401);
  expect((await post(KEY)).status).toBe(201);
  expect(asked).toEqual(['sk_wrong', KEY]);
  expect((await post('')).status).toBe(401);
  expect((await post('st_wrong', 'garbage', 'text/plain')).status).toBe(401);
  expect((await post(harness.playToken('any'), 'garbage', 'text/plain')).status).toBe(403);
  expect(asked).toHaveLength(2);
});
