import type { MediaFact } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeDeliveryMeter } from './delivery-meter.ts';

type Told = Omit<Extract<MediaFact, { kind: 'metered' }>, 'node'>;

function setup() {
  let nowMs = 0;
  const told: Told[] = [];
  const meter = makeDeliveryMeter({ tell: (fact) => told.push(fact as Told), now: () => nowMs });
  const count = (startMs: number, endMs: number, clock = 'c', meterId = 'm') =>
    meter.count({ meterId }, { clock, startMs, endMs });
  /** What a site has, that keeps the stretches as the contract says. */
  const stretches = () => told.map(({ clock, fromMs, untilMs }) => [clock, fromMs, untilMs]);
  return { meter, count, told, stretches, advance: (ms: number) => (nowMs += ms) };
}

test('the first media is told at once, then each second, and once more when it stands still: S11', () => {
  const { meter, count, told, advance } = setup();
  for (let at = 0; at < 2_400; at += 80) {
    count(at, at + 80);
    advance(80);
    meter.tick();
  }
  expect(told.map(({ deliveredMs }) => deliveredMs)).toEqual([80, 1_120, 2_160]);
  advance(500);
  meter.tick();
  expect(told).toHaveLength(3);
  advance(500);
  meter.tick();
  meter.tick();
  expect(told.at(-1)).toEqual({
    kind: 'metered',
    meterId: 'm',
    deliveredMs: 2_400,
    clock: 'c',
    fromMs: 0,
    untilMs: 2_400,
  });
  expect(told).toHaveLength(4);
});

test('media that is delivered again, by another way or page, counts once: S11', () => {
  const { count, told } = setup();
  count(0, 1_000);
  count(200, 900);
  count(500, 1_500);
  count(0, 2_500);
  expect(told.at(-1)).toMatchObject({ deliveredMs: 2_500 });
});

test('meters do not count for each other', () => {
  const { count, told } = setup();
  count(0, 1_000, 'c', 'one');
  count(0, 500, 'c', 'other');
  expect(told.map(({ meterId, deliveredMs }) => [meterId, deliveredMs])).toEqual([
    ['one', 1_000],
    ['other', 500],
  ]);
});

test('each stretch that grew is told as it is, so that one that is lost or told twice does no harm', () => {
  const { meter, count, stretches, advance } = setup();
  count(0, 100);
  count(3_000, 3_200);
  count(100, 300);
  advance(1_000);
  meter.tick();
  expect(stretches()).toEqual([
    ['c', 0, 100],
    ['c', 0, 300],
    ['c', 3_000, 3_200],
  ]);
});

test('another clock is other media, and what is left is told when the process goes', () => {
  const { meter, count, told, stretches } = setup();
  count(0, 500, 'before');
  count(0, 400, 'after');
  meter.flush();
  meter.flush();
  expect(stretches()).toEqual([
    ['before', 0, 500],
    ['after', 0, 400],
  ]);
  expect(told.at(-1)).toMatchObject({ deliveredMs: 900 });
});

test('a long show with a gap each second is kept in a bounded list, and what was forgotten counts once', () => {
  const { meter, count, told } = setup();
  for (let second = 0; second < 10_000; second++) count(second * 1_000, second * 1_000 + 500);
  meter.flush();
  expect(told.at(-1)).toMatchObject({ deliveredMs: 5_000_000 });
  count(0, 9_900_000);
  meter.flush();
  expect(told.at(-1)).toMatchObject({ deliveredMs: 5_000_000 });
});

test('many clocks are forgotten but for their sum', () => {
  const { meter, count, told } = setup();
  for (let at = 0; at < 100; at++) count(0, 500, `clock ${at}`);
  meter.flush();
  expect(told.at(-1)).toMatchObject({ deliveredMs: 50_000 });
});

test('a meter that has not grown in an hour is forgotten', () => {
  const { count, told, advance } = setup();
  count(0, 1_000, 'c', 'old');
  advance(3_600_001);
  count(0, 1_000, 'c', 'new');
  count(0, 200, 'c', 'old');
  expect(told.at(-1)).toMatchObject({ meterId: 'old', deliveredMs: 200 });
});

test('an empty span and one that is reversed count nothing', () => {
  const { meter, count, told } = setup();
  count(5, 5);
  count(10, 5);
  count(Number.NaN, 5);
  meter.flush();
  expect(told).toEqual([]);
});
