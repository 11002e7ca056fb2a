import { callsByFeature, type Call } from '@klieg/contract';
import { connect } from 'node:net';
import { type Log, silentLog } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { useTestSite } from './testing-site.ts';

const faults: unknown[] = [];
const log: Log = { ...silentLog, error: (...given: unknown[]) => void faults.push(given) };
const site = await useTestSite({ log });
const model = await site.join({ type: 'model' });

/** Calls that are read page by page. */
const paged = Object.values(callsByFeature as Record<string, Record<string, Call>>).flatMap((calls) =>
  Object.entries(calls).filter(
    ([, call]) => call.route[0] === 'GET' && 'cursor' in ((call.query as { shape?: object })?.shape ?? {}),
  ),
);

const MARKS = [
  '-'.repeat(36),
  '0'.repeat(36),
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '99999999999999999999999999',
  '-1',
  '1.5',
  'NaN',
  '2026-13-45T99:99:99Z',
  '2026-01-01T00:00:00.000Z_-',
  '1_1_1_1',
  ' ',
  '\u{1F3A5}',
  '%00',
  '../../etc/passwd',
  "'; drop table accounts; --",
  'eyJhIjoxfQ==',
  'x'.repeat(200),
];

describe('a strange mark of where a list goes on is refused or ignored, never a fault of the server', () => {
  test('there are lists', () => expect(paged.length).toBeGreaterThan(8));

  test.each(paged)('%s', async (_name, call) => {
    const path = call.route[1].replace('{username}', model.username).replace(/\{[^}]*\}/g, '1');
    for (const mark of MARKS) {
      const answer = await model.fetch(`/api/v1${path}?cursor=${encodeURIComponent(mark)}`);
      expect([mark, answer.status]).toEqual([mark, expect.toSatisfy((status: number) => status < 500)]);
    }
  });
});

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
