import { createHmac } from 'node:crypto';
import { silentLog } from '@klieg/kernel';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeSandboxBiller } from '../biller.ts';

const SECRET = 'secret';
const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex');
const sandbox = makeSandboxBiller({ secret: SECRET, log: silentLog });
afterAll(() => sandbox.close());

const URL = '/twins/sms/messages';
const authorization = `Bearer ${sign('sms token')}`;
const post = (payload: object, headers: Record<string, string> = { authorization }) =>
  sandbox.inject({ method: 'POST', url: URL, headers, payload });
const control = (faults: object, signature = sign(JSON.stringify(faults))) =>
  sandbox.inject({
    method: 'POST',
    url: '/twins/sms/control',
    headers: { 'x-signature': signature },
    payload: faults,
  });
const texts = async () =>
  (await sandbox.inject({ url: URL, headers: { authorization } }))
    .json<{ items: { text: string }[] }>()
    .items.map(({ text }) => text);
beforeEach(() => control({}));

const message = { from: 'Klieg', to: '+351912345678', text: 'hello' };

test('the gateway keeps what is posted with its token, once for each key, and shows it to nobody else', async () => {
  const headers = { authorization, 'idempotency-key': 'same' };
  expect([(await post(message, headers)).statusCode, (await post(message, headers)).statusCode]).toEqual([
    202, 202,
  ]);
  await post({ ...message, text: 'two' });
  expect(await texts()).toEqual(['two', 'hello']);
  expect((await post(message, { authorization: 'Bearer other' })).statusCode).toBe(401);
  expect((await sandbox.inject({ url: URL })).statusCode).toBe(401);
});

test('it refuses what is no message, and fails as it is told', async () => {
  const before = await texts();
  expect((await post({ ...message, to: '12' })).statusCode).toBe(422);
  expect((await post({ to: message.to })).statusCode).toBe(422);
  await control({ refuses: true });
  expect((await post(message)).statusCode).toBe(422);
  await control({ isAway: true });
  expect((await post(message)).statusCode).toBe(503);
  expect(await texts()).toEqual(before);
});

test('faults are set by whoever knows the secret, and wild ones are refused', async () => {
  expect((await control({ isAway: true }, 'ab')).statusCode).toBe(403);
  for (const wild of [{ other: true }, { isAway: 1 }, { delayMs: -1 }, { delayMs: 1e9 }])
    expect((await control(wild)).statusCode).toBe(400);
  expect((await post(message)).statusCode).toBe(202);
});
