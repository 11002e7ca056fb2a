import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { lengthPrefixed, splitAnnexB } from './nal-units.ts';

const nal = (type: number, ...rest: number[]): Buffer => Buffer.from([0x60 | type, ...rest]);
const LONG = Buffer.from([0, 0, 0, 1]);
const SHORT = Buffer.from([0, 0, 1]);

test('start codes of both lengths separate NAL units, and parameter sets stand apart', () => {
  const [sps, pps, sei, slice] = [nal(7, 1, 2), nal(8, 3), nal(6, 4), nal(5, 0, 0, 3, 9)];
  const unit = Buffer.concat([LONG, nal(9, 0xf0), LONG, sps, LONG, pps, SHORT, sei, SHORT, slice]);
  expect(splitAnnexB(unit)).toEqual({ sps, pps, nals: [sei, slice] });
});

test('lengths are written in front of NAL units', () => {
  expect(lengthPrefixed([nal(7, 1), nal(5)])).toEqual(Buffer.from([0, 0, 0, 2, 0x67, 1, 0, 0, 0, 1, 0x65]));
  expect(lengthPrefixed([])).toHaveLength(0);
});

test('random bytes are taken apart without an error and without empty units', () => {
  const random = seededRandom(3);
  for (let i = 0; i < 300; i++) {
    const bytes = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 3)));
    const { nals } = splitAnnexB(bytes);
    expect(nals.every(({ length }) => length > 0)).toBe(true);
    expect(nals.length).toBeLessThanOrEqual(256);
  }
  expect(splitAnnexB(Buffer.alloc(0)).nals).toEqual([]);
  expect(splitAnnexB(LONG).nals).toEqual([]);
});
