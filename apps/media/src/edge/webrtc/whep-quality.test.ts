import { expect, test } from 'vitest';
import { bestFitting, makeWhepQuality } from './whep-quality.ts';

const KBPS = [2_000, 1_000, 500, 250];

/** Decides each quarter of a second, and moves as it is told. @returns the places, one each second */
function run(
  roomAt: (second: number, place: number) => number,
  seconds: number,
  queueAt = (_second: number) => 0,
) {
  const quality = makeWhepQuality();
  let place = 0;
  const places: number[] = [];
  for (let atMs = 0; atMs < seconds * 1_000; atMs += 250) {
    const second = atMs / 1_000;
    const next = quality.decide(
      { kbps: KBPS, place, roomKbps: roomAt(second, place), queueMs: queueAt(second) },
      atMs,
    );
    if (next !== place) quality.onMoved(next < place, atMs);
    place = next;
    if (Number.isInteger(second)) places.push(place);
  }
  return places;
}

test('the best that fits is taken at first, and the smallest where none does', () => {
  expect([5_000, 2_100, 700, 100].map((room) => bestFitting(KBPS, room))).toEqual([0, 1, 2, 3]);
});

test('far too much goes down at once to what fits, a little too much after a moment', () => {
  expect(run((second) => (second < 2 ? 3_000 : 600), 6)).toEqual([0, 0, 2, 2, 2, 2]);
  expect(run((second) => (second < 2 ? 3_000 : 1_700), 6)).toEqual([0, 0, 0, 1, 1, 1]);
  expect(run((second) => (second === 2.25 ? 1_700 : 3_000), 6)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('pictures that pile up go down, whatever is thought of the line', () => {
  expect(
    run(
      () => 3_000,
      5,
      (second) => (second < 2 ? 0 : 500),
    )[4],
  ).toBeGreaterThan(0);
});

test('up only after a calm while, and each time that it was too much later', () => {
  // The line seems to carry the best as long as it is not sent.
  const places = run((second, place) => (second < 1 ? 600 : place === 0 ? 900 : 2_500), 120);
  const ups = places.flatMap((place, i) => (i > 0 && place === 0 && places[i - 1]! > 0 ? [i] : []));
  expect(ups.length).toBeGreaterThan(2);
  expect(ups.length).toBeLessThan(9);
  expect(ups.at(-1)! - ups.at(-2)!).toBeGreaterThan(ups[1]! - ups[0]!);
});
