import { expect, test } from 'vitest';
import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { makePartRing, type PartRingOptions } from './part-ring.ts';
import { makeTestSource, SPS_1080, type TestSourceOptions } from './testing/test-source.ts';

const INIT: StreamInit = {
  codecs: 'avc1.42C016,opus',
  format: { width: 16, height: 16, codec: 'avc1.42C016' },
  hasAudio: true,
  data: Buffer.alloc(8),
};

function setup(ringOptions: Partial<PartRingOptions> = {}, sourceOptions: Partial<TestSourceOptions> = {}) {
  const chunks: Fragment[] = [];
  const changes: number[] = [];
  let isDropping = false;
  const ring = makePartRing({
    partMs: 240,
    targetSeconds: 4,
    segmentsMax: 100,
    bytesMax: 16_000_000,
    firstMsn: () => 7,
    dateOf: (startMs) => 1_000_000 + startMs,
    onChange: () => changes.push(ring.version),
    ...ringOptions,
  });
  const sink: FragmentSink = {
    setInit: (init) => ring.setInit(init),
    append(chunk, nowMs) {
      if (isDropping) return;
      chunks.push(chunk);
      ring.append(chunk, nowMs);
    },
  };
  const source = makeTestSource({ sink, ...sourceOptions });
  const bytes = () => Buffer.concat(ring.segments.flatMap(({ parts }) => parts.map((part) => part.data)));
  const drop = (isOn: boolean): void => {
    isDropping = isOn;
  };
  return { ring, source, chunks, changes, bytes, drop };
}

/** Rates, and how late pictures may be, at which chunks of so many milliseconds are about equally long. */
const STEADY_RATES = [
  { chunkMs: 200, lateMs: 4, rates: [8, 10, 12, 15, 18, 20, 24, 25, 29.97, 30, 48, 50, 60] },
  { chunkMs: 80, lateMs: 1, rates: [10, 15, 24, 25, 29.97, 30, 50, 60] },
];

test('all parts but the last of a segment last 85 to 100 % of the part target, at any rate of pictures', () => {
  const random = seededRandom(41);
  for (const { chunkMs, lateMs, rates } of STEADY_RATES)
    for (const fps of rates) {
      const keyEveryMs = 1_500 + random() * 2_000;
      const { ring, source } = setup({}, { fps, chunkMs, keyEveryMs, lateMs: () => random() * lateMs });
      source.play(30_000);
      expect(ring.segments.length).toBeGreaterThan(5);
      // The packager guesses the length of pictures until it has seen some.
      for (const { parts, partTargetMs, isComplete } of ring.segments.slice(1)) {
        const shares = parts.map((part) => part.durationMs / partTargetMs);
        expect(Math.max(...shares), `${chunkMs} ms at ${fps}`).toBeLessThanOrEqual(1);
        const ruled = isComplete ? shares.slice(0, -1) : shares;
        expect(Math.min(1, ...ruled), `${chunkMs} ms at ${fps}`).toBeGreaterThanOrEqual(0.85);
      }
    }
});

test('a rate of pictures that changes is followed from the next segment on', () => {
  let fps = 30;
  const { ring } = setup();
  const chunk = (startMs: number, isKey: boolean): Fragment => ({
    data: Buffer.alloc(100),
    isKey,
    startMs,
    durationMs: 2_000 / fps,
  });
  ring.setInit(INIT);
  let atMs = 0;
  for (let i = 0; i < 300; i++) {
    if (i === 120) fps = 18;
    ring.append(chunk(atMs, i % 30 === 0), 0);
    atMs += 2_000 / fps;
  }
  for (const segment of [...ring.segments.slice(0, 3), ...ring.segments.slice(5, 9)])
    for (const part of segment.parts.slice(0, -1))
      expect(part.durationMs / segment.partTargetMs).toBeGreaterThanOrEqual(0.85);
});

test('with chunks of any length no part is made longer than the target, but of one longer chunk', () => {
  const random = seededRandom(5);
  const { ring, chunks } = setup();
  ring.setInit(INIT);
  let atMs = 0;
  for (let i = 0; i < 5_000; i++) {
    const durationMs = 1 + random() * (i % 97 === 0 ? 3_000 : 150);
    const chunk = { data: Buffer.alloc(50, i), isKey: i === 0 || random() < 0.05, startMs: atMs, durationMs };
    chunks.push(chunk);
    ring.append(chunk, 0);
    atMs += durationMs;
  }
  const longest = Math.max(...chunks.map((chunk) => chunk.durationMs));
  for (const { parts, partTargetMs } of ring.segments)
    for (const part of parts)
      if (part.durationMs > partTargetMs) {
        expect(part.data.length).toBe(50);
        expect(part.durationMs).toBeLessThanOrEqual(longest);
      }
});

test('parts joined are the chunks as they came, without a hole or a repeat', () => {
  const { ring, source, chunks, bytes } = setup();
  source.play(9_000);
  ring.end();
  expect(bytes().equals(Buffer.concat(chunks.map((chunk) => chunk.data)))).toBe(true);
  for (const [i, segment] of ring.segments.entries()) {
    expect(segment.msn).toBe(7 + i);
    expect(segment.parts[0]?.isIndependent).toBe(true);
    expect(segment.bytes).toBe(segment.parts.reduce((sum, part) => sum + part.data.length, 0));
  }
});

test('segments begin at keyframes and count their pictures', () => {
  const { ring, source } = setup();
  source.play(9_000);
  expect(ring.segments.map((segment) => Math.round(segment.startMs))).toEqual([
    0, 2_000, 4_000, 6_000, 8_000,
  ]);
  expect(ring.segments.slice(0, -1).map((segment) => segment.pictures)).toEqual([60, 60, 60, 60]);
  expect(ring.segments.map((segment) => segment.isComplete)).toEqual([true, true, true, true, false]);
});

test('no segment is longer than the target duration, however far apart keyframes are', () => {
  const random = seededRandom(5);
  for (const keyEveryMs of [60_000, 8_333, 6_400, 4_600, 4_490, 1_700])
    for (const chunkMs of [80, 200]) {
      const { ring, source } = setup({}, { keyEveryMs, chunkMs, lateMs: () => random() * 30 });
      source.play(40_000);
      const longest = Math.max(...ring.segments.map(({ durationMs }) => Math.round(durationMs / 1_000)));
      expect(longest, `a keyframe every ${keyEveryMs} ms`).toBeLessThanOrEqual(4);
    }
});

test('without a keyframe a segment goes on to the target duration and is then cut', () => {
  const { ring, source } = setup({}, { keyEveryMs: 60_000 });
  source.play(12_000);
  expect(ring.segments.map((segment) => segment.isIndependent)).toEqual([true, false, false]);
  expect(ring.segments[0]?.durationMs).toBeGreaterThan(4_200);
});

test('a picture that stood for longer than a segment may last is a hole', () => {
  const { ring } = setup();
  ring.setInit(INIT);
  const append = (startMs: number, durationMs: number, isKey: boolean) =>
    ring.append({ data: Buffer.alloc(100), isKey, startMs, durationMs }, 0);
  for (let i = 0; i < 10; i++) append(i * 200, 200, i === 0);
  append(2_000, 6_000, false);
  append(8_000, 200, true);
  append(8_200, 200, false);
  ring.end();
  expect(ring.segments.map(({ startMs, durationMs }) => [startMs, durationMs])).toEqual([
    [0, 2_000],
    [8_000, 400],
  ]);
  expect(ring.segments[1]?.isDiscontinuity).toBe(true);
});

test('keyframes in quick succession do not make tiny segments', () => {
  const { ring, source } = setup({}, { keyEveryMs: 100 });
  source.play(5_000);
  for (const segment of ring.segments.slice(0, -1)) expect(segment.durationMs).toBeGreaterThanOrEqual(1_000);
});

test('bytes and segments stay within their limits, whatever comes', () => {
  const bytesMax = 400_000;
  const { ring, source } = setup({ bytesMax, segmentsMax: 6 }, { keyEveryMs: 60_000, pictureBytes: 3_000 });
  for (let i = 0; i < 60; i++) {
    source.play(500);
    expect(ring.bytes).toBeLessThanOrEqual(bytesMax + 60_000);
    expect(ring.segments.length).toBeLessThanOrEqual(6);
  }
});

test('a new header begins a discontinuity and gets a new name, the same header does not', () => {
  const { ring, source } = setup();
  source.play(4_000);
  source.play(4_000, SPS_1080);
  source.play(4_000);
  const marks = ring.segments.map((segment) => [
    segment.isDiscontinuity,
    segment.discontinuities,
    segment.init.msn,
  ]);
  expect(marks).toEqual([
    [false, 0, 7],
    [false, 0, 7],
    [true, 1, 9],
    [false, 1, 9],
    [true, 2, 11],
    [false, 2, 11],
  ]);
});

test('a hole in the times begins a discontinuity at the next keyframe', () => {
  const { ring, source, drop } = setup();
  source.play(3_000);
  drop(true);
  source.play(2_000);
  drop(false);
  source.play(3_000);
  const broken = ring.segments.filter((segment) => segment.isDiscontinuity);
  expect(broken.map((segment) => Math.round(segment.startMs))).toEqual([6_000]);
  expect(broken[0]?.isIndependent).toBe(true);
});

test('chunks before a header, before a keyframe and after the end are left out', () => {
  const { ring, source, chunks } = setup();
  const chunk: Fragment = { data: Buffer.alloc(9), isKey: false, startMs: 0, durationMs: 80 };
  ring.append({ ...chunk, isKey: true }, 0);
  expect(ring.bytes).toBe(0);
  source.play(2_500);
  ring.end();
  const { version, bytes } = ring;
  ring.append(chunks[0]!, 0);
  ring.end();
  expect([ring.version, ring.bytes]).toEqual([version, bytes]);
  expect(ring.segments.every((segment) => segment.isComplete)).toBe(true);
});

test('each change is told once, after it can be read', () => {
  const { ring, source, changes } = setup();
  source.play(10_000);
  expect(changes).toEqual(Array.from({ length: ring.version }, (_, i) => i + 1));
  const parts = ring.segments.reduce((sum, segment) => sum + segment.parts.length, 0);
  expect(changes.length).toBeLessThanOrEqual(parts + ring.segments.length);
});
