import { expect, test } from 'vitest';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { parseAvcConfig, parsePicture } from './avc.ts';
import { avcRecord, u32 } from '../rtmp/testing/rtmp-bytes.ts';

const withLengths = (...nals: readonly Buffer[]): Buffer =>
  Buffer.concat(nals.flatMap((nal) => [u32(nal.length), nal]));
const nal = (type: number, bytes = 4): Buffer => Buffer.concat([Buffer.from([type]), Buffer.alloc(bytes, 9)]);

test('the parameter sets of a sequence header are read, and what follows them is not minded (LIVE-VIDEO-029)', () => {
  const config = { sps: SPS_360, pps: PPS, lengthBytes: 4 };
  expect(parseAvcConfig(avcRecord())).toEqual(config);
  expect(parseAvcConfig(Buffer.concat([avcRecord(), Buffer.from([0xfd, 0xf8, 0xf8, 0])]))).toEqual(config);
});

test('of several parameter sets the first of each kind is taken', () => {
  const one = avcRecord();
  const sps = one.subarray(6, 8 + SPS_360.length);
  const two = Buffer.concat([
    one.subarray(0, 5),
    Buffer.from([0xe2]),
    sps,
    sps,
    one.subarray(6 + sps.length),
  ]);
  expect(parseAvcConfig(two)).toEqual({ sps: SPS_360, pps: PPS, lengthBytes: 4 });
});

test('H.264 that browsers do not play is told apart from bytes that are none', () => {
  const profile = (value: number): Buffer => Buffer.concat([Buffer.from([0x67, value]), SPS_360.subarray(2)]);
  expect(parseAvcConfig(avcRecord(profile(77)))).toMatchObject({ lengthBytes: 4 });
  expect(parseAvcConfig(avcRecord(profile(88)))).toBe('unplayable');
  const high10 = Buffer.from('676e001eacd940a02ff970110000030001000003003c0f162d96', 'hex');
  expect(parseAvcConfig(avcRecord(high10))).toBe('unplayable');
});

test('a sequence header that is cut off anywhere, of another version or without sets is malformed', () => {
  const whole = avcRecord();
  for (let end = 0; end < whole.length; end++)
    expect(parseAvcConfig(whole.subarray(0, end)), `cut at ${end}`).toBeUndefined();
  for (const at of [0, 8, 6])
    expect(parseAvcConfig(Buffer.from(whole).fill(0xff, at, at + 1)), `wrong at ${at}`).toBeUndefined();
  expect(parseAvcConfig(avcRecord(SPS_360, SPS_360))).toBeUndefined();
  expect(parseAvcConfig(Buffer.from([1, 66, 0, 30, 0xff, 0xe0, 0]))).toBeUndefined();
});

test('a picture gives its slices and messages; parameter sets come apart, delimiters and filling are left out', () => {
  const key = slice(5);
  const data = withLengths(nal(9), SPS_360, PPS, nal(6), key, nal(12, 500), nal(14), Buffer.alloc(0));
  expect(parsePicture(data, 4)).toEqual({ isKey: true, sps: SPS_360, pps: PPS, nals: [nal(6), key] });
  expect(parsePicture(withLengths(slice(1)), 4)).toMatchObject({ isKey: false, sps: undefined });
  expect(parsePicture(withLengths(nal(6)), 4)).toMatchObject({ nals: [] });
});

test('lengths of one and two bytes are read as well', () => {
  expect(parsePicture(Buffer.from([2, 0x41, 9]), 1)?.nals).toEqual([Buffer.from([0x41, 9])]);
  expect(parsePicture(Buffer.from([0, 2, 0x41, 9]), 2)?.nals).toEqual([Buffer.from([0x41, 9])]);
});

test('a picture whose lengths do not fit, or of very many parts, is malformed', () => {
  const whole = withLengths(slice(5), slice(5));
  for (let end = 1; end < whole.length; end++)
    if (end !== whole.length / 2) expect(parsePicture(whole.subarray(0, end), 4)).toBeUndefined();
  expect(parsePicture(Buffer.from('ffffffff41', 'hex'), 4)).toBeUndefined();
  expect(parsePicture(Buffer.alloc(600), 1)).toBeDefined();
  expect(parsePicture(Buffer.alloc(601), 1)).toBeUndefined();
});
