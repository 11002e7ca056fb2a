import { seededRandom } from '@klieg/testing/fuzzing';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { readTransportFeedback } from '../../testing/read-transport-feedback.ts';
import { makeArrivalLog } from './arrival-log.ts';

/** A datagram of the Internet, without its headers. */
const DATAGRAM_BYTES = 1_200;

const read = (packets: readonly Buffer[]) => packets.map(readTransportFeedback);

test('what came is told each 50 ms, with what is missing between', () => {
  const log = makeArrivalLog();
  log.onPacket(100, 1_000);
  expect(read(log.takeDue(5, 1_000))).toMatchObject([{ baseSequence: 100, mediaSsrc: 5, arrivals: [0] }]);
  log.onPacket(101, 1_010);
  log.onPacket(103, 1_020);
  expect(log.takeDue(5, 1_030)).toEqual([]);
  expect(read(log.takeDue(5, 1_050))).toMatchObject([
    { baseSequence: 101, count: 1, arrivals: [40, undefined, 80] },
  ]);
  expect(log.takeDue(5, 1_200)).toEqual([]);
  // What is lost between two tellings is told with the second.
  log.onPacket(106, 1_210);
  expect(read(log.takeDue(5, 1_210))).toMatchObject([
    { baseSequence: 104, arrivals: [undefined, undefined, 840] },
  ]);
});

test('one that comes late is told of, and those after it once more', () => {
  const log = makeArrivalLog();
  for (const sequence of [7, 9, 10]) log.onPacket(sequence, sequence);
  log.takeDue(1, 20);
  log.onPacket(8, 80);
  expect(read(log.takeDue(1, 80))).toMatchObject([{ baseSequence: 8, arrivals: [(80 - 7) * 4, 8, 12] }]);
});

test('numbers go on across their wrap, and a sender that counts anew is told of anew', () => {
  const log = makeArrivalLog();
  log.onPacket(0xfffe, 0);
  log.onPacket(1, 1);
  expect(read(log.takeDue(1, 0))).toMatchObject([
    { baseSequence: 0xfffe, arrivals: [0, undefined, undefined, 4] },
  ]);
  log.onPacket(30_000, 100);
  expect(read(log.takeDue(1, 100))).toMatchObject([{ baseSequence: 30_000, arrivals: [400] }]);
});

test('a fast sender is told before its time, in packets that fit into datagrams', () => {
  const log = makeArrivalLog();
  for (let i = 0; i < 1_200; i++) log.onPacket(i, i % 2 === 0 ? i : i - 200);
  const packets = log.takeDue(1, 0);
  expect(packets.length).toBeGreaterThan(1);
  for (const packet of packets) expect(packet.length).toBeLessThan(DATAGRAM_BYTES);
  expect(read(packets).flatMap(({ arrivals }) => arrivals)).toHaveLength(1_200);
});

test('a packet that comes twice came when it came first', () => {
  const log = makeArrivalLog();
  log.onPacket(3, 0);
  log.onPacket(3, 40);
  expect(read(log.takeDue(1, 50))[0]!.arrivals).toEqual([0]);
});

test('no numbers of a lying sender make us send more than a few packets, or keep more than a few thousand', () => {
  const random = seededRandom(77);
  const log = makeArrivalLog();
  let nowMs = 0;
  let sequence = 0;
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < howMany(60_000, 2_000_000); i++) {
    nowMs += random() * 0.2;
    sequence += random() < 0.5 ? 1 : Math.floor((random() - 0.4) * (random() < 0.3 ? 70_000 : 1_400));
    log.onPacket(((sequence % 65_536) + 65_536) % 65_536, nowMs);
    if (random() > 0.02) continue;
    const packets = log.takeDue(1, nowMs);
    expect(packets.length).toBeLessThan(20);
    for (const packet of packets) {
      readTransportFeedback(packet);
      expect(packet.length).toBeLessThan(DATAGRAM_BYTES);
    }
  }
  globalThis.gc?.();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 2 ** 20);
});
