import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { makeAccess, type PlayClaims } from '../../control/access.ts';
import { makeDeliveryMeter } from '../../control/delivery-meter.ts';
import { makeLeave } from '../../control/leaving.ts';
import { makePreviewMeter } from '../../control/preview-meter.ts';
import { BROWSER_OFFER } from '../../testing/browser-offer.ts';
import { makeWhepFanout } from './whep-fanout.ts';
import { makeWhepGate, WHEP_PATH } from './whep-gate.ts';

const SECRET = Buffer.alloc(32, 1);
const OFFER = BROWSER_OFFER.replaceAll('a=sendonly', 'a=recvonly');

function setup(viewersPerSessionMax = 8) {
  const leaving = makeLeave();
  const now = (): number => Date.now();
  const monotonic = (): number => performance.now();
  const tell = (): void => {};
  const previews = makePreviewMeter({ tell, now: monotonic });
  const access = makeAccess(SECRET, now, previews);
  const whep = makeWhepFanout({ now: monotonic, wallClock: now, requestKeyframe: () => {} });
  const gate = makeWhepGate({
    access,
    previews,
    deliveries: makeDeliveryMeter({ tell, now: monotonic }),
    findStream: () => ({ whep, clock: { name: 'c', aheadMs: 0 } }),
    ice: { port: 0, host: '127.0.0.1' },
    leaving,
    now,
    monotonic,
    log: silentLog,
    viewersMax: 100,
    viewersPerSessionMax,
  });
  onTestFinished(() => gate.closeAll());
  const tokenOf = (more: Partial<PlayClaims> = {}) =>
    signMediaToken(SECRET, {
      use: 'play',
      streamName: 'a',
      session: 's',
      mode: 'public',
      ...more,
      expiresAt: now() + MEDIA_TOKEN_MS,
    });
  const token = tokenOf();
  const post = (readBody: () => Promise<string> = () => Promise.resolve(OFFER)) =>
    gate.handle({
      method: 'POST',
      path: `${WHEP_PATH}a`,
      authorization: `Bearer ${token}`,
      contentType: 'application/sdp',
      readBody,
    });
  /** Watches by a token and renews it. @returns the answer to that */
  const renew = async (own: string) => {
    const request = { authorization: `Bearer ${own}`, contentType: 'application/sdp' };
    const readBody = () => Promise.resolve(OFFER);
    const answer = await gate.handle({ method: 'POST', path: `${WHEP_PATH}a`, ...request, readBody });
    const path = answer.headers!['location']!;
    leaving.stage = 'sends_viewers';
    const renewed = await gate.handle({
      method: 'PATCH',
      path,
      ...request,
      readBody: () => Promise.resolve(''),
    });
    leaving.stage = 'staying';
    return renewed;
  };
  return { gate, access, post, renew, tokenOf };
}

test('a right that ends while the offer is on its way lets nobody in', async () => {
  const { gate, access, post } = setup();
  expect((await post()).status).toBe(201);
  const answer = await post(async () => {
    const revocation = { session: 's', streamName: 'a' };
    access.revoke(revocation);
    gate.revoke(revocation);
    return OFFER;
  });
  expect(answer.status).toBe(403);
  expect(gate.viewerCount).toBe(0);
});

test('a session has no more viewers by offering all of them at once, and a place that was given up is free', async () => {
  const { gate, post } = setup(2);
  await expect(post(() => Promise.reject(new Error('the page has gone')))).rejects.toThrow('gone');
  const answers = await Promise.all([post(), post(), post(), post()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429]);
  expect(gate.viewerCount).toBe(2);
});

test('whoever renews at a process that ends is asked to go, but a preview, which ends by itself', async () => {
  const { renew, tokenOf } = setup();
  expect((await renew(tokenOf())).headers).toMatchObject({ 'klieg-move': '1' });
  const preview = { mode: 'spy', renditions: ['source'], preview: { grantId: 'g', seconds: 30 } } as const;
  const answer = await renew(tokenOf(preview));
  expect([answer.status, answer.headers]).toEqual([204, {}]);
});
