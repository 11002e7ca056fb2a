import { expect, test } from 'vitest';
import { nextTargetKbps } from './bitrate-target.ts';
import { makeReception } from './reception.ts';

test('a report tells the share that was lost since the one before', () => {
  const reception = makeReception(90_000);
  for (const sequence of [10, 11, 13, 14]) reception.onPacket(sequence, sequence * 3_000, sequence * 33);
  expect(reception.report(1, 500)).toMatchObject({
    lossShare: 0.2,
    block: { fractionLost: 51, lostTotal: 1 },
  });
  for (const sequence of [15, 16]) reception.onPacket(sequence, sequence * 3_000, sequence * 33);
  expect(reception.report(1, 600).lossShare).toBe(0);
});

test('a packet that comes twice is no negative loss', () => {
  const reception = makeReception(90_000);
  for (const sequence of [1, 2, 2, 2]) reception.onPacket(sequence, 0, 0);
  expect(reception.report(1, 1)).toMatchObject({ lossShare: 0, block: { fractionLost: 0, lostTotal: 0 } });
});

test('the time since the last sender report is told in 1/65536 s', () => {
  const reception = makeReception(90_000);
  reception.onPacket(1, 0, 0);
  reception.onSenderReport({ ssrc: 1, ntpMs: 0, ntpMiddle: 0xabcd, rtpTimestamp: 0 }, 1_000);
  expect(reception.report(1, 1_500).block).toMatchObject({ lastReport: 0xabcd, delaySinceReport: 32_768 });
});

test('without packets nothing is expected and nothing lost', () => {
  expect(makeReception(48_000).report(1, 1)).toMatchObject({ lossShare: 0, block: { highestSequence: 0 } });
});

test('the bit rate falls with heavy loss, stays with some and rises without, within its bounds', () => {
  expect(nextTargetKbps(1_000, 0.2, 2_500)).toBe(900);
  expect(nextTargetKbps(1_000, 0.05, 2_500)).toBe(1_000);
  expect(nextTargetKbps(1_000, 0, 2_500)).toBe(1_080);
  expect(nextTargetKbps(2_450, 0, 2_500)).toBe(2_500);
  expect(nextTargetKbps(160, 1, 2_500)).toBe(150);
});
