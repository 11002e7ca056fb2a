import { expect, test } from 'vitest';
import { parseRtcp } from './rtcp.ts';
import { estimatedBitrate, negativeAcknowledgement, pictureLoss, receiverReport } from './rtcp-feedback.ts';
import { senderReportPacket } from '../../testing/rtp-packets.ts';

test('sender reports of a compound packet are read', () => {
  const bye = Buffer.from([0x81, 203, 0, 1, 0, 0, 0, 9]);
  const content = parseRtcp(Buffer.concat([senderReportPacket(9, 1000.5, 4_800), bye]));
  expect(content.reports).toEqual([
    { ssrc: 9, ntpMs: 1_000_500, ntpMiddle: ((1000 << 16) | 0x8000) >>> 0, rtpTimestamp: 4_800 },
  ]);
  expect(content.byes).toEqual([9]);
});

test('a packet whose length goes beyond its end is left out', () => {
  const report = senderReportPacket(9, 1, 1);
  report.writeUInt16BE(400, 2);
  expect(parseRtcp(report).reports).toEqual([]);
});

test('missing packets that lie close together share one field', () => {
  const packet = negativeAcknowledgement(5, [100, 101, 116, 117, 200]);
  expect(packet.readUInt16BE(2)).toBe(5);
  expect([packet.readUInt16BE(12), packet.readUInt16BE(14)]).toEqual([100, 0b1000_0000_0000_0001]);
  expect([packet.readUInt16BE(16), packet.readUInt16BE(18)]).toEqual([117, 0]);
  expect([packet.readUInt16BE(20), packet.readUInt16BE(22)]).toEqual([200, 0]);
});

test('missing packets are asked for across the wrap of their number', () => {
  const packet = negativeAcknowledgement(5, [65_535, 0, 1]);
  expect([packet.readUInt16BE(12), packet.readUInt16BE(14)]).toEqual([65_535, 0b11]);
  expect(packet).toHaveLength(16);
});

test.each([150, 262, 263, 2_500, 50_000])(
  'a bit rate of %i kbps is told within one in a thousand',
  (kbps) => {
    const packet = estimatedBitrate(5, kbps);
    const mantissa = ((packet[17]! & 3) << 16) | packet.readUInt16BE(18);
    const told = mantissa * 2 ** (packet[17]! >> 2);
    expect(Math.abs(told - kbps * 1000)).toBeLessThanOrEqual(kbps);
  },
);

test('every kind of feedback has a length that fits its bytes', () => {
  const block = {
    ssrc: 5,
    fractionLost: 3,
    lostTotal: 2 ** 25,
    highestSequence: 70_000,
    jitterTicks: 1,
    lastReport: 2,
    delaySinceReport: 3,
  };
  for (const packet of [
    receiverReport(block),
    pictureLoss(5),
    negativeAcknowledgement(5, [1]),
    estimatedBitrate(5, 1),
  ])
    expect((packet.readUInt16BE(2) + 1) * 4).toBe(packet.length);
  expect(receiverReport(block).readUIntBE(13, 3)).toBe(0x7fffff);
});
