import { expect, test } from 'vitest';
import { joinSpans, lengthOf, type MediaSpan } from '../../control/media-spans.ts';
import { makeStillPicture } from './still-picture.ts';

function setup() {
  const still = makeStillPicture();
  let spans: readonly MediaSpan[] = [];
  const add = (more: readonly MediaSpan[]) => {
    for (const span of more) spans = joinSpans(spans, span);
  };
  return {
    run(fromMs: number, toMs: number, what: { readonly picture?: boolean; readonly sound?: boolean }) {
      for (let ms = fromMs; ms <= toMs; ms += 20) {
        if (what.sound) add(still.sound(ms));
        if (what.picture && (ms - fromMs) % 40 === 0) add(still.picture(ms));
      }
    },
    countedMs: () => lengthOf(spans),
  };
}

test('picture and sound of the same time count once', () => {
  const { run, countedMs } = setup();
  run(0, 10_000, { picture: true, sound: true });
  expect(countedMs()).toBe(10_000);
});

test('a picture that stands still for less than five seconds counts while sound goes on: S11', () => {
  const { run, countedMs } = setup();
  run(0, 2_000, { picture: true, sound: true });
  run(2_020, 6_000, { sound: true });
  run(6_000, 8_000, { picture: true, sound: true });
  expect(countedMs()).toBeGreaterThanOrEqual(7_940);
});

test('a picture that is frozen for five seconds counts nothing beyond its first second, whatever sound there is: S11', () => {
  const { run, countedMs } = setup();
  run(0, 2_000, { picture: true, sound: true });
  run(2_020, 60_000, { sound: true });
  expect(countedMs()).toBe(3_000);
  run(60_020, 62_020, { picture: true, sound: true });
  expect(countedMs()).toBe(5_000);
});

test('sound beside the black picture of a camera that is off, which comes about once a second, counts whole', () => {
  const { run, countedMs } = setup();
  for (let ms = 0; ms < 30_000; ms += 1_100) {
    run(ms, ms, { picture: true });
    run(ms, ms + 1_080, { sound: true });
  }
  expect(countedMs()).toBeGreaterThanOrEqual(28_000);
});

test('a source that sends nothing counts nothing', () => {
  const { run, countedMs } = setup();
  run(0, 2_000, { picture: true, sound: true });
  run(4_500, 6_500, { picture: true, sound: true });
  expect(countedMs()).toBe(4_000);
});

test('pictures without sound count', () => {
  const { run, countedMs } = setup();
  run(0, 2_000, { picture: true });
  expect(countedMs()).toBe(2_000);
});
