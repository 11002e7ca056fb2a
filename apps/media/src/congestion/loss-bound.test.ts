import { seededRandom } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';
import { makeLossBound } from './loss-bound.ts';

/** Half a minute of a line that loses what `share` says of what is sent. @returns the bound each 100 ms */
function run(share: (kbps: number) => number, wantedKbps = 2_000): number[] {
  const random = seededRandom(6);
  const bound = makeLossBound(80);
  const bounds: number[] = [];
  for (let atMs = 0; atMs < 30_000; atMs += 100) {
    const kbps = Math.min(wantedKbps, bound.kbps);
    const packets = Math.max(1, Math.round((kbps / 8 / 1_200) * 100));
    const lost = Array.from({ length: packets }, () => random() < share(kbps)).filter(Boolean).length;
    bound.onResults(packets - lost, lost, kbps, 60, atMs);
    bounds.push(bound.kbps);
  }
  return bounds;
}

test.each([2_000, 400])('few losses bound nothing, at %d kbit/s', (kbps) => {
  expect(Math.min(...run(() => 0.05, kbps))).toBeGreaterThan(kbps);
});

test('a queue that overflows brings down what is sent to what the line carries', () => {
  const bounds = run((kbps) => Math.max(0, 1 - 600 / kbps));
  expect(bounds.slice(100).every((kbps) => kbps < 900)).toBe(true);
  expect(Math.min(...bounds)).toBeGreaterThan(300);
});

test('a line that always loses as much is not sent less for that', () => {
  const bounds = run(() => 0.13);
  expect(bounds.slice(200).every((kbps) => kbps > 1_400)).toBe(true);
});
