import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Log, silentLog, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { expect, onTestFinished, test } from 'vitest';
import { faultsOfSms, smsEnvironment, smsSettingsOf } from './sms-settings.ts';
import { makeHttpGateway } from './text-gateway.ts';

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A gateway on this machine. @param answer the status that it answers; undefined: it keeps silent */
async function startGateway(answer: () => number | undefined) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: JSON.parse(text) });
      const status = answer();
      if (status === undefined) return;
      response.writeHead(status, status === 302 ? { location: '/other' } : {}).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
  return { asked, settings: { url, token: 'a-token', from: '+4930123456' } };
}

const message = { id: uuidv7(), to: '+351912345678', text: 'Grüße' };

test('a message is posted as JSON with the token, and a key that is the same for each try', async () => {
  const { asked, settings } = await startGateway(() => 202);
  const send = makeHttpGateway(settings, silentLog);
  await send(message);
  await send(message);
  expect(asked).toHaveLength(2);
  for (const { headers, body } of asked) {
    expect(headers).toMatchObject({
      authorization: 'Bearer a-token',
      'content-type': 'application/json',
      'idempotency-key': message.id,
    });
    expect(body).toEqual({ from: '+4930123456', to: message.to, text: message.text });
  }
});

test.each([302, 401, 404, 429, 500, 503])(
  'an answer of %s means that it is to be tried again',
  async (status) => {
    const { settings } = await startGateway(() => status);
    await expect(makeHttpGateway(settings, silentLog)(message)).rejects.toThrow();
  },
);

test.each([400, 422])(
  'an answer of %s is final, and the log tells neither number nor text',
  async (status) => {
    const { settings } = await startGateway(() => status);
    const said: unknown[] = [];
    const log: Log = { ...silentLog, warn: (...given) => void said.push(given) };
    await makeHttpGateway(settings, log)(message);
    expect(JSON.stringify(said)).toContain(String(status));
    expect(JSON.stringify(said)).not.toMatch(/351912345678|Grüße/);
  },
);

test('a gateway that is silent or away has not taken it', async () => {
  const { asked, settings } = await startGateway(() => undefined);
  const sent = makeHttpGateway(settings, silentLog, 200)(message);
  await expect(sent).rejects.toThrow(/timeout/i);
  await eventually(() => expect(asked).toHaveLength(1));
  const away = makeHttpGateway({ ...settings, url: 'http://127.0.0.1:1/' }, silentLog);
  await expect(away(message)).rejects.toThrow();
});

test('it is set up by three settings together, and what cannot be one is told', () => {
  const whole = { SMS_URL: 'https://sms.example/v1/messages', SMS_TOKEN: 'abc', SMS_FROM: 'Klieg' };
  expect(faultsOfSms(whole)).toEqual([]);
  expect(smsSettingsOf(whole)).toEqual({ url: whole.SMS_URL, token: 'abc', from: 'Klieg' });
  expect(faultsOfSms({})).toEqual([]);
  expect(smsSettingsOf({})).toBeUndefined();
  expect(faultsOfSms({ SMS_URL: whole.SMS_URL })).toEqual([
    'SMS_TOKEN and SMS_FROM must be given, too, or none of SMS_URL, SMS_TOKEN, SMS_FROM',
  ]);
  const { SMS_URL, SMS_FROM, SMS_TOKEN } = smsEnvironment;
  for (const url of ['sms.example', 'ftp://sms.example', 'https://anna:secret@sms.example'])
    expect(SMS_URL.safeParse(url).success, url).toBe(false);
  for (const from of ['Klieg & Company', '+49 30', 'x'.repeat(12)])
    expect(SMS_FROM.safeParse(from).success, from).toBe(false);
  for (const from of ['+4930123456', '12345', 'Klieg Live', ''])
    expect(SMS_FROM.safeParse(from).success, from).toBe(true);
  expect(SMS_TOKEN.safeParse('two words').success).toBe(false);
});
