import { expect, test } from 'vitest';
import { type AccessUnit, makeH264Depacketizer } from '../../ingest/rtp/h264-depacketizer.ts';
import { parseRtcp } from '../../ingest/rtp/rtcp.ts';
import { parseRtp } from '../../ingest/rtp/rtp.ts';
import { makePacket, packetizeH264, senderReport, splitNals, stampPacket } from './rtp-packetizer.ts';

const nal = (type: number, bytes: number): Buffer =>
  Buffer.concat([Buffer.from([0x60 | type]), Buffer.alloc(bytes, 0xa5)]);
const START = Buffer.from([0, 0, 0, 1]);
const UNIT = [nal(7, 20), nal(8, 4), nal(6, 30), nal(5, 5_000)];
const annexB = Buffer.concat(UNIT.flatMap((one, i) => [i === 2 ? START.subarray(1) : START, one]));

test('units are found behind start codes of three and four bytes', () => {
  expect(splitNals(annexB).map((one) => one.toString('hex'))).toEqual(UNIT.map((one) => one.toString('hex')));
  expect(splitNals(Buffer.from([1, 2, 3]))).toEqual([]);
});

test('what is packetized comes out of our depacketizer as it was (LIVE-VIDEO-029)', () => {
  const units: AccessUnit[] = [];
  const depacketizer = makeH264Depacketizer((unit) => units.push(unit));
  const payloads = packetizeH264(annexB);
  payloads.forEach((payload, i) => {
    const packet = makePacket(102, payload, i === payloads.length - 1);
    stampPacket(packet, 70_000 + i, 2 ** 32 + 90, 5);
    expect(packet.length).toBeLessThanOrEqual(1_200);
    const rtp = parseRtp(packet);
    expect(rtp).toMatchObject({ sequence: (70_000 + i) & 0xffff, timestamp: 90, ssrc: 5, payloadType: 102 });
    depacketizer.push(rtp!);
  });
  expect(units).toHaveLength(1);
  expect(units[0]).toMatchObject({ isKey: true, sps: UNIT[0], pps: UNIT[1], nals: [UNIT[2], UNIT[3]] });
});

test('a sender report tells the wall time of an RTP time', () => {
  const { reports } = parseRtcp(senderReport(5, 1_700_000_000_250, 123, 10, 1_000));
  expect(reports[0]).toMatchObject({ ssrc: 5, rtpTimestamp: 123 });
  expect(reports[0]?.ntpMs).toBeCloseTo((1_700_000_000 + 2_208_988_800) * 1000 + 250, 0);
});
