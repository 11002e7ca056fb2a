import { expect, test } from 'vitest';
import { nextTargetKbps } from './bitrate-target.ts';
import { makeReception } from './reception.ts';

test('an interval tells the share that was lost in it', () => {
  const reception = makeReception(90_000);
  for (const sequence of [10, 11, 13, 14]) reception.onPacket(sequence, sequence * 3_000, sequence * 33);
  expect(reception.closeInterval()).toBe(0.2);
  expect(reception.block(1, 500)).toMatchObject({ fractionLost: 51, lostTotal: 1, highestSequence: 14 });
  for (const sequence of [15, 16]) reception.onPacket(sequence, sequence * 3_000, sequence * 33);
  expect(reception.closeInterval()).toBe(0);
  expect(reception.block(1, 600)).toMatchObject({ fractionLost: 0, lostTotal: 1 });
});

test('a packet that comes twice is no negative loss', () => {
  const reception = makeReception(90_000);
  for (const sequence of [1, 2, 2, 2]) reception.onPacket(sequence, 0, 0);
  expect(reception.closeInterval()).toBe(0);
  expect(reception.block(1, 1)).toMatchObject({ fractionLost: 0, lostTotal: 0 });
});

test('the time since the last sender report is that of the moment, in 1/65536 s', () => {
  const reception = makeReception(90_000);
  reception.onPacket(1, 0, 0);
  reception.onSenderReport({ ssrc: 1, ntpMs: 0, ntpMiddle: 0xabcd, rtpTimestamp: 0 }, 1_000);
  expect(reception.block(1, 1_500)).toMatchObject({ lastReport: 0xabcd, delaySinceReport: 32_768 });
  expect(reception.block(1, 2_000)).toMatchObject({ lastReport: 0xabcd, delaySinceReport: 65_536 });
});

test('without packets nothing is expected and nothing lost', () => {
  const reception = makeReception(48_000);
  expect(reception.closeInterval()).toBe(0);
  expect(reception.block(1, 1)).toMatchObject({ highestSequence: 0, lostTotal: 0 });
});

test('the bit rate falls with heavy loss, stays with some and rises without, within its bounds', () => {
  expect(nextTargetKbps(1_000, 0.2, 2_500)).toBe(900);
  expect(nextTargetKbps(1_000, 0.05, 2_500)).toBe(1_000);
  expect(nextTargetKbps(1_000, 0, 2_500)).toBe(1_080);
  expect(nextTargetKbps(2_450, 0, 2_500)).toBe(2_500);
  expect(nextTargetKbps(160, 1, 2_500)).toBe(150);
});
