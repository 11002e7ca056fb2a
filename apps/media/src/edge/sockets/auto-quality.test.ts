import { expect, test } from 'vitest';
import { makeAutoQuality } from './auto-quality.ts';

const LADDER = [2_000, 700, 300];
const STEP_MS = 100;

/** Plays a stream over a line of so many kbit/s; the viewer answers each 300 ms. */
function simulate(lineKbps: (atMs: number) => number, forMs: number) {
  const quality = makeAutoQuality();
  const places: number[] = [];
  let place = 0;
  let delivered = 0;
  let sentBytes: number[] = [];
  let carried = 0;
  let answeredMs = 0;
  let stalledMs = 0;
  for (let atMs = 0; atMs < forMs; atMs += STEP_MS) {
    const bytes = Math.round((LADDER[place]! * STEP_MS) / 8);
    quality.onSent([Buffer.alloc(bytes)], false, atMs);
    sentBytes.push(bytes);
    carried += (lineKbps(atMs) * STEP_MS) / 8;
    while (sentBytes.length > 0 && carried >= sentBytes[0]!) {
      carried -= sentBytes[0]!;
      sentBytes = sentBytes.slice(1);
      delivered += 1;
    }
    if (sentBytes.length === 0) carried = 0;
    else stalledMs += STEP_MS;
    if (atMs - answeredMs >= 300) {
      answeredMs = atMs;
      quality.onReceived(delivered, atMs);
    }
    place = quality.decide(LADDER, place, atMs);
    places.push(place);
  }
  const at = (ms: number) => places[Math.floor(ms / STEP_MS)];
  return { at, places, stalledMs };
}

test('a line that carries the source keeps it', () => {
  const { places } = simulate(() => 5_000, 60_000);
  expect(new Set(places)).toEqual(new Set([0]));
});

test('a line that becomes narrow is stepped down within three seconds, and settles at what it carries', () => {
  const { at, places } = simulate((atMs) => (atMs < 10_000 ? 5_000 : 900), 60_000);
  expect(at(9_900)).toBe(0);
  expect(at(13_000)).toBeGreaterThan(0);
  // What was on its way has to drain first; later the better one is tried now and then.
  const later = places.slice(250);
  const share = (place: number) => later.filter((one) => one === place).length / later.length;
  expect(share(1)).toBeGreaterThan(Math.max(share(0), share(2)));
  expect(share(0)).toBeLessThan(0.2);
});

test('a line that carries nearly nothing gets the last rendition, and keeps it', () => {
  const { at } = simulate((atMs) => (atMs < 5_000 ? 5_000 : 350), 30_000);
  expect(at(12_000)).toBe(2);
  expect(at(29_000)).toBe(2);
});

test('a line that becomes wide again is stepped up one by one', () => {
  const { at } = simulate((atMs) => (atMs > 10_000 && atMs < 20_000 ? 350 : 5_000), 60_000);
  expect(at(18_000)).toBe(2);
  expect(at(55_000)).toBe(0);
});

test('a step up that fails is tried more and more seldom', () => {
  const { places } = simulate(() => 900, 180_000);
  const ups = places.filter((place, i) => i > 0 && place < places[i - 1]!).length;
  expect(ups).toBeGreaterThan(0);
  expect(ups).toBeLessThan(8);
});

test('a viewer that never answers is left alone', () => {
  const quality = makeAutoQuality();
  for (let i = 0; i < 5_000; i++) {
    quality.onSent([Buffer.alloc(10)], false, i * 100);
    expect(quality.decide(LADDER, 0, i * 100)).toBe(0);
  }
});

test('an answer that cannot be true is ignored', () => {
  const quality = makeAutoQuality();
  quality.onSent([Buffer.alloc(10)], false, 0);
  for (const count of [2, 1e9, 0, -1, Number.NaN]) quality.onReceived(count, 10);
  expect(quality.decide(LADDER, 0, 5_000)).toBe(0);
  quality.onReceived(1, 20);
  expect(quality.decide(LADDER, 0, 5_000)).toBe(0);
});
