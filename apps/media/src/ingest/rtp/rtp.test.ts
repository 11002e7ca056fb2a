import { expect, test } from 'vitest';
import { isRtcp, parseRtp } from './rtp.ts';
import { rtpPacket } from '../../testing/rtp-packets.ts';

const packet = rtpPacket({ sequence: 7, timestamp: 90, isMarked: true, payload: Buffer.from('hello') });

test('fields and payload are read', () => {
  expect(parseRtp(packet)).toMatchObject({
    sequence: 7,
    timestamp: 90,
    isMarked: true,
    payloadType: 102,
    ssrc: 7,
  });
  expect(parseRtp(packet)?.payload.toString()).toBe('hello');
});

test('extensions, contributing sources and padding are skipped', () => {
  const header = Buffer.from(packet.subarray(0, 12));
  header[0] = 0x80 | 0x20 | 0x10 | 1;
  const source = Buffer.alloc(4);
  const extension = Buffer.from([0xbe, 0xde, 0, 1, 1, 2, 3, 4]);
  const padded = Buffer.concat([header, source, extension, Buffer.from('hello'), Buffer.from([0, 0, 3])]);
  expect(parseRtp(padded)?.payload.toString()).toBe('hello');
});

test('a packet of padding only has an empty payload', () => {
  const probe = rtpPacket({ sequence: 1, timestamp: 1, payload: Buffer.from([0, 0, 3]) });
  probe[0] = 0xa0;
  expect(parseRtp(probe)?.payload).toHaveLength(0);
});

test.each([
  ['too short', Buffer.alloc(11, 0x80)],
  ['of another version', Buffer.alloc(20, 0x40)],
  ['whose sources end behind it', Buffer.concat([Buffer.from([0x8f]), Buffer.alloc(15)])],
  [
    'whose extension ends behind it',
    Buffer.concat([Buffer.from([0x90]), Buffer.alloc(12), Buffer.from([1, 255, 255])]),
  ],
  [
    'with more padding than payload',
    Buffer.concat([Buffer.from([0xa0]), Buffer.alloc(11), Buffer.from([9])]),
  ],
])('a packet %s is refused', (_what, malformed) => {
  expect(parseRtp(malformed)).toBeUndefined();
});

test('control packets are told apart by their type', () => {
  expect(isRtcp(Buffer.from([0x80, 200, 0, 6]))).toBe(true);
  expect(isRtcp(packet)).toBe(false);
  expect(isRtcp(Buffer.from([0x80]))).toBe(false);
});
