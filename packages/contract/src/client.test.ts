import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CallError, createClient } from './client.ts';

type Answer = Parameters<typeof createServer>[1];

/** A client of a server that answers every call in the same way. */
async function clientOf(answer: NonNullable<Answer>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no refusal',
    (cause) => cause,
  );

test('a call that is given up while its answer arrives ends as given up, not as an empty answer', async () => {
  let isBegun = (): void => {};
  const begun = new Promise<void>((resolve) => (isBegun = resolve));
  const client = await clientOf((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.write('{"items":');
    isBegun();
  });
  const giveUp = new AbortController();
  const refusal = refusalOf(client.getSiteConfig({ signal: giveUp.signal }));
  await begun;
  // The head of the answer has to be here, so that it is the body which is waited for.
  await new Promise((resolve) => setTimeout(resolve, 50));
  giveUp.abort();
  expect(await refusal).toMatchObject({ name: 'AbortError' });
});

test.each([
  ['cut off', '{"items":[1,'],
  ['of another kind', '<html>'],
])('a success whose body is %s has not arrived: it counts as no connection', async (_, text) => {
  const client = await clientOf((_request, answer) => {
    answer.writeHead(200, { 'content-length': String(text.length + 5) });
    answer.write(text, () => answer.destroy());
  });
  const refusal = await refusalOf(client.getSiteConfig());
  expect(refusal).toBeInstanceOf(CallError);
  expect(refusal).toMatchObject({ httpStatus: 0 });
});

test('a refusal of a proxy, without the words of the site, keeps its number', async () => {
  const client = await clientOf((_, answer) => void answer.writeHead(502).end('<h1>Bad gateway</h1>'));
  const refusal = await refusalOf(client.getSiteConfig());
  expect(refusal).toBeInstanceOf(CallError);
  expect(refusal).toMatchObject({ httpStatus: 502 });
});
