import { expect, test } from 'vitest';
import { type AccessUnit, makeH264Depacketizer } from './h264-depacketizer.ts';
import { aggregate, PPS, slice, SPS_360 } from '../../testing/rtp-packets.ts';

function setup() {
  const units: AccessUnit[] = [];
  const depacketizer = makeH264Depacketizer((unit) => units.push(unit));
  const push = (payload: Buffer, timestamp: number, isMarked = false) =>
    depacketizer.push({ payload, timestamp, isMarked });
  return { units, depacketizer, push };
}

/** A NAL unit in FU-A fragments of at most `room` bytes. */
function fragments(nal: Buffer, room: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 1; at < nal.length; at += room) {
    const head = (at === 1 ? 0x80 : 0) | (at + room >= nal.length ? 0x40 : 0) | (nal[0]! & 0x1f);
    parts.push(Buffer.concat([Buffer.from([(nal[0]! & 0xe0) | 28, head]), nal.subarray(at, at + room)]));
  }
  return parts;
}

test('a keyframe in fragments with its parameter sets is put together', () => {
  const { units, push } = setup();
  const key = slice(5, 3_000);
  push(aggregate(SPS_360, PPS), 9_000);
  const parts = fragments(key, 1_000);
  parts.forEach((part, i) => push(part, 9_000, i === parts.length - 1));
  expect(units).toHaveLength(1);
  expect(units[0]).toMatchObject({ timestamp: 9_000, isKey: true });
  expect(units[0]?.sps?.equals(SPS_360)).toBe(true);
  expect(units[0]?.pps?.equals(PPS)).toBe(true);
  expect(units[0]?.nals.map((nal) => nal.equals(key))).toEqual([true]);
});

test('a picture without a marker ends when the next one begins', () => {
  const { units, push } = setup();
  push(slice(1), 1);
  push(slice(1), 2);
  expect(units.map((unit) => unit.timestamp)).toEqual([1]);
});

test('a picture that lost a fragment is thrown away, the next one is not', () => {
  const { units, depacketizer, push } = setup();
  const parts = fragments(slice(1, 3_000), 1_000);
  push(parts[0]!, 1);
  depacketizer.onLoss();
  push(parts[2]!, 1, true);
  push(slice(1), 2, true);
  expect(units.map((unit) => unit.timestamp)).toEqual([2]);
});

test('a picture whose head was lost is thrown away', () => {
  const { units, depacketizer, push } = setup();
  push(slice(1), 1, true);
  depacketizer.onLoss();
  push(slice(1), 2, true);
  push(slice(1), 3, true);
  expect(units.map((unit) => unit.timestamp)).toEqual([1, 3]);
});

test('a keyframe right after a loss is whole when its parameter sets are there', () => {
  const { units, depacketizer, push } = setup();
  push(slice(1), 1);
  depacketizer.onLoss();
  push(aggregate(SPS_360, PPS), 2);
  push(slice(5), 2, true);
  expect(units.map((unit) => [unit.timestamp, unit.isKey])).toEqual([[2, true]]);
});

test.each([
  ['a fragment without a start', Buffer.from([0x7c, 0x05, 1, 2, 3])],
  ['a fragment that is cut off', Buffer.from([0x7c, 0x85])],
  ['an aggregate that ends inside a unit', Buffer.from([0x78, 0, 90, 1, 2])],
  ['an aggregate with an empty unit', Buffer.from([0x78, 0, 0, 1])],
])('%s spoils its picture and nothing else', (_what, payload) => {
  const { units, push } = setup();
  push(payload, 1, true);
  push(slice(1), 2, true);
  expect(units.map((unit) => unit.timestamp)).toEqual([2]);
});

test('probes and unknown kinds of packets are skipped', () => {
  const { units, push } = setup();
  push(Buffer.alloc(0), 1, true);
  push(Buffer.from([0x1e, 1, 2]), 1, true);
  expect(units).toEqual([]);
});

test('a picture that never ends is bounded', () => {
  const { units, push } = setup();
  for (let i = 0; i < 5_000; i++) push(slice(1, 1_100), 1);
  push(slice(1), 2);
  push(slice(1), 3);
  expect(units.map((unit) => unit.timestamp)).toEqual([2]);
});
