import { connect } from 'node:net';
import { type Log, silentLog } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { useTestSite } from './testing-site.ts';

const faults: unknown[] = [];
const log: Log = { ...silentLog, error: (...given: unknown[]) => void faults.push(given) };
const site = await useTestSite({ log });

/** Sends the target of a request as it stands and reads the status of the answer. */
async function statusOf(target: string): Promise<number> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(' ')[1]);
}

test.each([
  '/\\[',
  '/\\a:b:c/',
  '///\\[',
  '/\t/[',
  '/%',
  '/%ff',
  '*',
  'http://evil.example/account',
  'http://evil.example/\\[',
  'http://[/account',
  'https://evil.example/api/v1/nothing',
])('the address %j is refused without a fault in the log', async (target) => {
  faults.splice(0);
  expect([400, 404]).toContain(await statusOf(target));
  expect(faults).toEqual([]);
});
