import { expect, test } from 'vitest';
import { readRedundant, redundantTypeOf, writeRedundant } from './redundant-sound.ts';

const OPUS = 111;
const sound = (bytes: number, fill: number): Buffer => Buffer.alloc(bytes, fill);

test('what is written is read again, oldest first', () => {
  const earlier = [
    { behindTicks: 1_920, data: sound(90, 1) },
    { behindTicks: 960, data: sound(1_023, 2) },
  ];
  const data = sound(160, 3);
  expect(readRedundant(writeRedundant({ earlier, data }, OPUS), OPUS)).toEqual({ earlier, data });
  expect(readRedundant(writeRedundant({ earlier: [], data }, OPUS), OPUS)).toEqual({ earlier: [], data });
});

test('the bytes are those of RFC 2198', () => {
  const packet = writeRedundant(
    { earlier: [{ behindTicks: 960, data: sound(3, 7) }], data: sound(2, 9) },
    OPUS,
  );
  // More follow and 111; 960 in fourteen bits and 3 in ten; 111; then both.
  expect(packet).toEqual(Buffer.from([0xef, 0x0f, 0x00, 0x03, 0x6f, 7, 7, 7, 9, 9]));
});

test('what is too long, too old or not earlier is left out', () => {
  const data = sound(2, 9);
  const none = [
    { behindTicks: 16_384, data: sound(3, 7) },
    { behindTicks: 960, data: sound(1_024, 7) },
    { behindTicks: 0, data: sound(3, 7) },
    { behindTicks: -960, data: sound(3, 7) },
    { behindTicks: 960, data: sound(0, 7) },
  ];
  for (const one of none)
    expect(writeRedundant({ earlier: [one], data }, OPUS)).toEqual(Buffer.from([OPUS, 9, 9]));
});

test('what is malformed is no sound, at whatever byte it ends', () => {
  const whole = writeRedundant(
    { earlier: [{ behindTicks: 960, data: sound(30, 7) }], data: sound(2, 9) },
    OPUS,
  );
  for (let bytes = 0; bytes < 35; bytes++)
    expect(readRedundant(whole.subarray(0, bytes), OPUS)).toBeUndefined();
  expect(readRedundant(whole, 96)).toBeUndefined();
  expect(readRedundant(Buffer.alloc(400, 0xff), OPUS)).toBeUndefined();
  const many = { behindTicks: 960, data: sound(1, 7) };
  const tooMany = writeRedundant({ earlier: Array.from({ length: 9 }, () => many), data: sound(1, 9) }, OPUS);
  expect(readRedundant(tooMany, OPUS)).toBeUndefined();
});

test('a format counts where it carries the sound and nothing else', () => {
  const red = (parameters: string, payloadType = '63') => [
    { payloadType: '111', codec: 'opus/48000/2', parameters: '' },
    { payloadType, codec: 'red/48000/2', parameters },
  ];
  expect(redundantTypeOf(red('111/111'), OPUS)).toBe(63);
  expect(redundantTypeOf(red('111/111/111'), OPUS)).toBe(63);
  expect(redundantTypeOf(red('111/0'), OPUS)).toBeUndefined();
  expect(redundantTypeOf(red(''), OPUS)).toBeUndefined();
  expect(redundantTypeOf(red('111/111', '200'), OPUS)).toBeUndefined();
  expect(redundantTypeOf([], OPUS)).toBeUndefined();
});
