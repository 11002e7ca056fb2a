import { readdirSync } from 'node:fs';
import type { Log } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { filterPlayOffer } from '../../edge/webrtc/play-offer.ts';
import { openWhepViewer } from '../../edge/webrtc/whep-viewer.ts';
import { BROWSER_OFFER } from '../../testing/browser-offer.ts';
import { CANDIDATES_MAX, isUsable, makeCandidateLimit, withUsableCandidates } from './candidates.ts';

const candidate = (nth: number, address: string): string =>
  `candidate:${nth} 1 udp 2122317823 ${address} ${10_000 + nth} typ host`;
const silent = { warn() {}, error() {}, info() {} } as unknown as Log;
const threadCount = (): number => readdirSync('/proc/self/task').length;

test.each(['192.0.2.1', '2001:db8::7', '127.0.0.1'])('a candidate at the address %s is taken', (address) => {
  expect(isUsable(candidate(1, address))).toBe(true);
  expect(isUsable(`a=${candidate(1, address)} generation 0 ufrag x\r`)).toBe(true);
});

test.each([
  ['a name', candidate(1, 'media.example')],
  ['a name at home', candidate(1, '5e2c9a1c-9f0a-4b6b-8d61-000000000000.local')],
  ['what only looks like an address', candidate(1, '192.0.2.1.example')],
  ['TCP', 'candidate:1 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active'],
  ['nothing', 'candidate:1 1 udp 1'],
])('a candidate of %s is left out', (_what, text) => {
  expect(isUsable(text)).toBe(false);
});

test('one connection has a bounded number of candidates, of its offer as of what comes after it', () => {
  const all = Array.from({ length: 500 }, (_, nth) => candidate(nth, '192.0.2.1'));
  expect(all.filter(makeCandidateLimit())).toHaveLength(CANDIDATES_MAX);
  const lines = ['v=0', ...all.map((one) => `a=${one}`), 'a=end-of-candidates'];
  expect(withUsableCandidates(lines)).toHaveLength(CANDIDATES_MAX + 2);
});

test('a viewer who names hosts as candidates starts no thread that looks for each of them', async () => {
  const names = Array.from({ length: 60 }, (_, nth) => `a=${candidate(nth, `h${nth}.klieg.invalid`)}\r\n`);
  const offer = filterPlayOffer(BROWSER_OFFER + names.join(''));
  if (!offer.ok) throw new Error('the offer was refused');
  const options = { ice: { port: 0, host: '127.0.0.1' }, log: silent };
  const before = threadCount();
  const opened = await openWhepViewer({
    ...options,
    offer,
    onKeyWanted() {},
    onReport() {},
    onClosed() {},
  });
  if (!opened.ok) throw new Error(opened.reason);
  for (let nth = 0; nth < 300; nth++)
    opened.viewer.addCandidate('0', candidate(nth, `n${nth}.klieg.invalid`));
  // The library has some threads of its own.
  expect(threadCount() - before).toBeLessThan(20);
  opened.viewer.close();
});
