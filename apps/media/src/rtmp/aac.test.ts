import { expect, test } from 'vitest';
import { parseAacConfig } from './aac.ts';

const parse = (hex: string) => parseAacConfig(Buffer.from(hex, 'hex'));

test('the configurations that encoders send are read (LIVE-VIDEO-029)', () => {
  expect(parse('1190')).toEqual({
    codec: 'aac',
    hz: 48_000,
    channels: 2,
    config: Buffer.from('1190', 'hex'),
  });
  // With the extension that ffmpeg appends to say that there is no SBR.
  expect(parse('120856e500')).toMatchObject({ hz: 44_100, channels: 1 });
  expect(parse('1210')).toMatchObject({ hz: 44_100, channels: 2 });
  expect(parse('11b0')).toMatchObject({ hz: 48_000, channels: 6 });
  // The frequency in 24 bits instead of an index: 12,345 Hz.
  expect(parse('178018' + '1c90')).toMatchObject({ hz: 12_345, channels: 2 });
});

test('of HE-AAC the rate of the core is taken, in which a packet has 1,024', () => {
  // Type 5, core 24 kHz, stereo, extended to 48 kHz, core type 2.
  expect(parse('2b118800')).toMatchObject({ hz: 24_000, channels: 2 });
});

test('other kinds of AAC are unplayable: main, LTP, packets of 960, channels that describe themselves', () => {
  expect(parse('0990')).toBe('unplayable');
  expect(parse('2190')).toBe('unplayable');
  expect(parse('1194')).toBe('unplayable');
  expect(parse('1180')).toBe('unplayable');
});

test('a configuration that is cut off, very long or of a reserved frequency is malformed', () => {
  for (const hex of ['', '11', '17', '1780', '2b11', '1690', '1710']) expect(parse(hex), hex).toBeUndefined();
  expect(parse('1190' + '00'.repeat(62))).toBeDefined();
  expect(parse('1190' + '00'.repeat(63))).toBeUndefined();
});
