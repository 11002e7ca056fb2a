import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { DAY_MS } from '@klieg/kernel/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProofIssuer } from './proof-issuer.ts';

const publicKey = (modulusLength: number, publicExponent = 0x10001) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');
const good = publicKey(2048);
const line = (id: string, days = 0, key = good) => ({
  id,
  public_key: key,
  from: new Date(Date.now() + (days - 0.5) * DAY_MS).toISOString(),
  until: new Date(Date.now() + (days + 0.5) * DAY_MS).toISOString(),
});

/** What the issuer answers, and how often it was asked. */
let answer: unknown;
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const issuerThatSays = (said: unknown) => {
  answer = said;
  return makeProofIssuer({ url, browserUrl: url });
};

test('keys are found by their ids, with their days; many questions at once are one to the issuer', async () => {
  const issuer = issuerThatSays({ name: 'An issuer', keys: [line('today'), line('over', -2)] });
  asked = 0;
  const found = await Promise.all(['today', 'over', 'today'].map((id) => issuer.keyOf(id)));
  expect(found.map((key) => key !== 'away' && key?.id)).toEqual(['today', 'over', 'today']);
  expect(await issuer.name()).toBe('An issuer');
  expect(asked).toBe(1);
});

test('an issuer with short or odd keys, with more keys in force than it needs, or with words that cannot be read is not believed', async () => {
  for (const said of [
    { name: 'An issuer', keys: [line('short', 0, publicKey(1024))] },
    { name: 'An issuer', keys: [line('today'), line('odd', 0, publicKey(2048, 3))] },
    { name: 'An issuer', keys: ['a', 'b', 'c', 'd'].map((id) => line(id)) },
    { name: 'An issuer', keys: Array.from({ length: 9 }, (_, index) => line(`k${index}`, -index - 1)) },
    { name: 'An issuer', keys: [{ ...line('today'), public_key: 'bm90IGEga2V5' }] },
    { name: 'An issuer', keys: [{ ...line('today'), until: 'tomorrow' }] },
    { keys: [line('today')] },
    'nothing of the kind',
  ]) {
    const issuer = issuerThatSays(said);
    expect(await issuer.name()).toBeUndefined();
    expect(await issuer.keyOf('today')).toBe('away');
  }
  expect(await issuerThatSays({ name: 'An issuer', keys: [line('today')] }).name()).toBe('An issuer');
});
