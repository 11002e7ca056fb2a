import { describe, expect, test } from 'vitest';
import { chunkSpan, trackClocks } from './fragment-time.ts';
import { box, buffer, track, u32 } from './testing/fmp4-bytes.ts';

const bytes = (...values: number[]): number[] => values;
const header = buffer([
  ...box('ftyp', u32(1)),
  ...box('moov', box('mvhd', u32(0)), track(1, 90_000), track(2, 48_000)),
]);
const run = (flags: number, ...rows: number[][]) =>
  box('trun', u32(0x01_00_00_00 | flags), u32(rows.length), u32(0), ...rows);
const chunk = (id: number, ticks: number, runBox: number[]) =>
  buffer([
    ...box(
      'moof',
      box('mfhd', u32(0), u32(1)),
      box(
        'traf',
        box('tfhd', u32(0x02_00_00), u32(id)),
        box('tfdt', bytes(1, 0, 0, 0), u32(0), u32(ticks)),
        runBox,
      ),
    ),
    ...box('mdat', u32(0)),
  ]);
const row = (duration: number) => [...u32(duration), ...u32(100), ...u32(0)];

describe('the time that a chunk covers', () => {
  test('is that of its first track on that track’s clock', () => {
    const clocks = trackClocks(header);
    expect([...clocks]).toEqual([
      [1, 90_000],
      [2, 48_000],
    ]);
    expect(chunkSpan(chunk(1, 180_000, run(0x701, row(3_000), row(6_000))), clocks)).toEqual({
      start: 2,
      end: 2.1,
    });
    expect(chunkSpan(chunk(2, 96_000, run(0x701, row(960))), clocks)).toEqual({ start: 2, end: 2.02 });
    const reordered = run(0xf01, [...row(9_000), ...u32(3_000)], [...row(9_000), ...u32(0)]);
    expect(chunkSpan(chunk(1, 0, reordered), clocks)).toEqual({ start: 0, end: 0.2 });
  });

  test('is nothing where it cannot be read, however it is cut', () => {
    const clocks = trackClocks(header);
    const whole = chunk(1, 180_000, run(0x701, row(3_000)));
    expect(chunkSpan(whole, new Map())).toBeUndefined();
    expect(chunkSpan(chunk(1, 0, run(0x001)), clocks)).toBeUndefined();
    for (let length = 0; length < whole.byteLength - 12; length += 1)
      expect(chunkSpan(whole.slice(0, length), clocks)).toBeUndefined();
    for (let length = 0; length < header.byteLength; length += 1)
      expect(trackClocks(header.slice(0, length)).size).toBeLessThan(2);
  });
});
