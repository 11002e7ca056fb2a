import type { MediaFact, PreviewClaim } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makePreviewMeter } from './preview-meter.ts';

type Told = Omit<Extract<MediaFact, { kind: 'preview' }>, 'node'>;

function setup() {
  let nowMs = 0;
  const told: Told[] = [];
  const meter = makePreviewMeter({ tell: (fact) => told.push(fact as Told), now: () => nowMs });
  return { meter, told, advance: (ms: number) => (nowMs += ms) };
}

const TWO: PreviewClaim = { grantId: 'two', seconds: 2 };
const span = (startMs: number, endMs: number) => ({ startMs, endMs });

test('media is given up to the seconds and not beyond, and then nothing more: S401 (SHOWS-023)', () => {
  const { meter } = setup();
  for (let at = 0; at < 2_000; at += 80) {
    expect(meter.isOver(TWO)).toBe(false);
    expect(meter.take(TWO, span(at, at + 80))).toBe(true);
  }
  expect(meter.isOver(TWO)).toBe(true);
  expect(meter.take(TWO, span(2_000, 2_080))).toBe(false);
});

test('a piece that is longer than what is left is not given, and ends the preview', () => {
  const { meter } = setup();
  expect(meter.take(TWO, span(0, 1_950))).toBe(true);
  expect(meter.take(TWO, span(1_950, 2_030))).toBe(false);
  expect(meter.isOver(TWO)).toBe(true);
  expect(meter.take(TWO, span(1_950, 1_960))).toBe(false);
});

test('time without media costs nothing: a stall, and a picture that goes on later', () => {
  const { meter, advance } = setup();
  meter.take(TWO, span(0, 1_000));
  advance(30_000);
  expect(meter.take(TWO, span(60_000, 61_000))).toBe(true);
  expect(meter.isOver(TWO)).toBe(true);
});

test('the same media by another way, or once more, counts once', () => {
  const { meter } = setup();
  expect(meter.take(TWO, span(0, 1_500))).toBe(true);
  expect(meter.take(TWO, span(200, 1_400))).toBe(true);
  expect(meter.take(TWO, span(1_000, 1_900))).toBe(true);
  expect(meter.isOver(TWO)).toBe(false);
  expect(meter.take(TWO, span(1_900, 2_001))).toBe(true);
  expect(meter.isOver(TWO)).toBe(true);
});

test('previews do not count for each other', () => {
  const { meter } = setup();
  meter.take(TWO, span(0, 2_000));
  expect(meter.isOver({ grantId: 'other', seconds: 2 })).toBe(false);
  expect(meter.take({ grantId: 'other', seconds: 2 }, span(0, 2_000))).toBe(true);
});

test('what other processes have delivered counts, whatever is said twice or late', () => {
  const { meter } = setup();
  const hear = (node: string, deliveredMs: number, isOver = false) =>
    meter.hear({ kind: 'preview', node, grantId: 'two', deliveredMs, isOver });
  hear('b', 1_000);
  hear('b', 500);
  hear('c', 500);
  expect(meter.take(TWO, span(0, 400))).toBe(true);
  expect(meter.take(TWO, span(400, 600))).toBe(false);
  expect(meter.isOver(TWO)).toBe(true);
});

test('a preview that is over elsewhere is over here', () => {
  const { meter } = setup();
  meter.take(TWO, span(0, 80));
  meter.hear({ kind: 'preview', node: 'b', grantId: 'two', deliveredMs: 1_920, isOver: true });
  expect(meter.isOver(TWO)).toBe(true);
  expect(meter.take(TWO, span(80, 160))).toBe(false);
});

test('nonsense on the bus changes nothing', () => {
  const { meter } = setup();
  const hear = (fact: object) => meter.hear({ kind: 'preview', node: 'b', ...fact } as never);
  hear({});
  hear({ grantId: 'two', deliveredMs: 'all' });
  hear({ grantId: 'two', deliveredMs: -5_000 });
  hear({ grantId: 'two', deliveredMs: Number.NaN, isOver: true });
  hear({ grantId: 'two', deliveredMs: 0, isOver: 'no' });
  expect(meter.isOver(TWO)).toBe(false);
  expect(meter.take(TWO, span(0, 2_000))).toBe(true);
});

test('each second and the end are told, once', () => {
  const { meter, told } = setup();
  for (let at = 0; at < 2_400; at += 80) meter.take(TWO, span(at, at + 80));
  expect(told).toEqual([
    { kind: 'preview', grantId: 'two', deliveredMs: 1_040, isOver: false },
    { kind: 'preview', grantId: 'two', deliveredMs: 2_000, isOver: true },
  ]);
});

test('a preview that nobody has asked for in an hour is forgotten, one in use is not', () => {
  const { meter, advance } = setup();
  const used = { grantId: 'used', seconds: 60 };
  meter.take(TWO, span(0, 2_000));
  meter.take(used, span(0, 59_000));
  advance(3_000_000);
  meter.take(used, span(58_000, 59_000));
  advance(1_000_000);
  meter.take({ grantId: 'new', seconds: 1 }, span(0, 80));
  expect(meter.isOver(TWO)).toBe(false);
  expect(meter.take(used, span(59_000, 61_000))).toBe(false);
});
