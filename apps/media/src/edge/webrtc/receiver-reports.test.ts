import { seededRandom } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';
import { receiverReport } from '../../ingest/rtp/rtcp-feedback.ts';
import { readReceiverReports } from './receiver-reports.ts';
import { senderReport } from './rtp-packetizer.ts';

const block = (ssrc: number, highestSequence: number, fractionLost = 0) =>
  receiverReport({
    ssrc,
    fractionLost,
    lostTotal: 0,
    highestSequence,
    jitterTicks: 0,
    lastReport: 0,
    delaySinceReport: 0,
  });

test('reports of several sources are read out of a compound packet', () => {
  const packet = Buffer.concat([senderReport(9, 0, 0, 0, 0), block(7, 0x1_0005), block(8, 65_535, 128)]);
  expect(readReceiverReports(packet)).toEqual([
    { ssrc: 7, lostShare: 0, sequence: 5, lastReport: 0, delaySinceReport: 0 },
    { ssrc: 8, lostShare: 0.5, sequence: 65_535, lastReport: 0, delaySinceReport: 0 },
  ]);
});

test('cut and random packets never throw', () => {
  const whole = Buffer.concat([block(7, 1), block(8, 2)]);
  for (let length = 0; length < whole.length; length++) readReceiverReports(whole.subarray(0, length));
  const random = seededRandom(3);
  for (let i = 0; i < 2_000; i++) {
    const bytes = Buffer.from(
      Array.from({ length: Math.floor(random() * 90) }, () => Math.floor(random() * 256)),
    );
    readReceiverReports(bytes);
  }
});
