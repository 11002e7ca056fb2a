import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { makeMediaClock } from './media-clock.ts';

const WRAP = 2 ** 32;

test('times of both tracks pass as they are sent', () => {
  const clock = makeMediaClock();
  expect(clock.place('video', 1_000)).toBe(1_000);
  expect(clock.place('audio', 990)).toBe(990);
  expect(clock.place('video', 1_033)).toBe(1_033);
  expect(clock.place('audio', 1_011)).toBe(1_011);
});

test('times of 32 bits go on beyond their end on both tracks (LIVE-VIDEO-029)', () => {
  const clock = makeMediaClock();
  clock.place('video', WRAP - 20);
  clock.place('audio', WRAP - 10);
  expect(clock.place('video', 13)).toBe(WRAP + 13);
  expect(clock.place('audio', 11)).toBe(WRAP + 11);
  const late = makeMediaClock();
  late.place('video', WRAP - 5);
  expect(late.place('audio', 3)).toBe(WRAP + 3);
});

test.each([
  ['back', -600_000],
  ['far ahead', 600_000],
])('after a jump %s of the whole clock both tracks go on where they were, in step', (_, jumpMs) => {
  const clock = makeMediaClock();
  const at = (ms: number) => 1_000_000 + ms;
  for (let ms = 0; ms <= 200; ms += 40) {
    clock.place('video', at(ms));
    clock.place('audio', at(ms + 5));
  }
  expect(clock.place('video', at(240 + jumpMs))).toBe(at(240));
  expect(clock.place('audio', at(245 + jumpMs))).toBe(at(245));
  expect(clock.place('video', at(280 + jumpMs))).toBe(at(280));
});

test('a jump of one track leaves the other alone', () => {
  const clock = makeMediaClock();
  for (let ms = 0; ms <= 400; ms += 40) {
    clock.place('video', ms);
    clock.place('audio', ms + 5);
  }
  expect(clock.place('video', 90_440)).toBe(440);
  expect(clock.place('audio', 445)).toBe(445);
  expect(clock.place('video', 90_480)).toBe(480);
  expect(clock.place('audio', 485)).toBe(485);
});

test('a pause of up to ten seconds is kept, a step back is waited for', () => {
  const clock = makeMediaClock();
  clock.place('video', 0);
  expect(clock.place('video', 10_000)).toBe(10_000);
  expect(clock.place('video', 9_990)).toBe(10_001);
  expect(clock.place('video', 10_000)).toBe(10_002);
  expect(clock.place('video', 10_033)).toBe(10_033);
});

test('a second track that begins somewhere else is put beside the first', () => {
  const clock = makeMediaClock();
  clock.place('audio', 500);
  expect(clock.place('video', 3_000_000)).toBe(500);
  expect(clock.place('video', 3_000_040)).toBe(540);
});

test('whatever is sent, each track goes forward, by at most ten seconds at a time', () => {
  const random = seededRandom(5);
  const clock = makeMediaClock();
  const last: Record<string, number> = {};
  for (let i = 0; i < 20_000; i++) {
    const track = random() < 0.5 ? 'video' : 'audio';
    const isWild = random() < 0.2;
    const sent = isWild ? Math.floor(random() * WRAP) : ((last[track] ?? 0) + 20) % WRAP;
    const placed = clock.place(track, sent);
    const before = last[track];
    if (before !== undefined) {
      expect(placed).toBeGreaterThan(before);
      expect(placed - before).toBeLessThanOrEqual(10_000);
    }
    last[track] = placed;
  }
});
