import { seededRandom } from '@klieg/testing/fuzzing';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { rtpPacket, transportSequence } from '../../testing/rtp-packets.ts';
import { readExtensions } from './header-extensions.ts';

const IDS = { transportSequence: 4, rid: 10, repairedRid: 11 };
const plain = { sequence: 1, timestamp: 1, payload: Buffer.from('hello') };

test('the number among all packets and the names of layers are read', () => {
  const extensions = new Map([
    [9, Buffer.from('0')],
    [4, transportSequence(0xfedc)],
    [10, Buffer.from('high')],
    [11, Buffer.from('l')],
  ]);
  expect(readExtensions(rtpPacket({ ...plain, extensions }), IDS)).toEqual({
    transportSequence: 0xfedc,
    rid: 'high',
    repairedRid: 'l',
  });
  expect(readExtensions(rtpPacket({ ...plain, extensions }), {})).toEqual({});
  expect(readExtensions(rtpPacket(plain), IDS)).toEqual({});
});

test('the form of two bytes is read as well', () => {
  const packet = rtpPacket(plain);
  packet[0] = 0x90;
  const block = Buffer.from([0x10, 0x00, 0, 2, 4, 2, 1, 2, 0, 10, 1, 0x66]);
  const whole = Buffer.concat([packet.subarray(0, 12), block, packet.subarray(12)]);
  expect(readExtensions(whole, IDS)).toEqual({ transportSequence: 0x102, rid: 'f' });
});

test('what is malformed is left out, and nothing throws', () => {
  const random = seededRandom(9);
  const good = rtpPacket({
    ...plain,
    extensions: new Map([
      [4, transportSequence(5)],
      [10, Buffer.from('abc')],
    ]),
  });
  for (let i = 0; i < howMany(20_000, 500_000); i++) {
    const packet = Buffer.from(good.subarray(0, Math.ceil(random() * good.length)));
    for (let k = 0; k < 3; k++) packet[Math.floor(random() * packet.length)] = Math.floor(random() * 256);
    const { rid, transportSequence: number } = readExtensions(packet, IDS);
    expect((rid?.length ?? 0) <= packet.length && (number ?? 0) <= 0xffff).toBe(true);
  }
});
