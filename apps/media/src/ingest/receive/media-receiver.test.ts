import { expect, test } from 'vitest';
import type { AudioUnit, VideoUnit } from '../../packaging/units.ts';
import { readTransportFeedback } from '../../testing/read-transport-feedback.ts';
import {
  aggregate,
  PPS,
  rtpPacket,
  senderReportPacket,
  slice,
  SPS_360,
  transportSequence,
} from '../../testing/rtp-packets.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { makeMediaReceiver, type MediaReceiverOptions } from './media-receiver.ts';
import { makeStreamMeter } from './stream-meter.ts';

const PLI = 206;
const NACK = 205;

function setup(more: Partial<MediaReceiverOptions> = {}) {
  const video: VideoUnit[] = [];
  const audio: AudioUnit[] = [];
  const feedback: Buffer[] = [];
  const meter = makeStreamMeter(2_500, 0);
  const receiver = makeMediaReceiver({
    videoPayloadType: 102,
    audioPayloadType: 111,
    maxKbps: 2_500,
    meter,
    onVideo: (unit) => video.push(unit),
    onAudio: (unit) => audio.push(unit),
    sendFeedback: (packet) => feedback.push(packet),
    ...more,
  });
  let sequence = 65_530;
  const send = (payload: Buffer, timestamp: number, nowMs: number, isMarked = true) => {
    const packet = rtpPacket({ sequence, timestamp, isMarked, payload });
    sequence += 1;
    receiver.receive(packet, nowMs);
  };
  const key = (timestamp: number, nowMs: number) => {
    send(aggregate(SPS_360, PPS), timestamp, nowMs, false);
    send(slice(5), timestamp, nowMs);
  };
  /** Types of the packets that follow the report in each compound packet. */
  const asked = (type: number) =>
    feedback.filter((packet) => packet.length > 33 && packet[33] === type && (packet[32]! & 31) === 1);
  return { video, audio, feedback, meter, receiver, send, key, asked, skip: () => (sequence += 1) };
}

test('pictures come out with times that go on across the wrap of the RTP clock', () => {
  const { video, key, send } = setup();
  key(2 ** 32 - 3_000, 0);
  send(slice(1), 0, 33);
  send(slice(1), 3_000, 66);
  expect(video.map((unit) => unit.ticks - video[0]!.ticks)).toEqual([0, 3_000, 6_000]);
});

test('a missing packet is asked for, and its repeat closes the gap', () => {
  const { video, receiver, key, send, asked, skip } = setup();
  key(0, 0);
  skip();
  send(slice(1), 6_000, 66);
  expect(asked(NACK)).toHaveLength(1);
  expect(asked(NACK)[0]!.readUInt16BE(32 + 12)).toBe(65_532);
  const repeat = rtpPacket({ sequence: 65_532, timestamp: 3_000, isMarked: true, payload: slice(1) });
  receiver.receive(repeat, 90);
  expect(video.map((unit) => unit.ticks)).toEqual([0, 3_000, 6_000]);
});

test('after a loss that stays the picture stands until a keyframe, which is asked for', () => {
  const { video, receiver, key, send, asked, skip } = setup();
  key(0, 0);
  skip();
  send(slice(1), 6_000, 66);
  const before = asked(PLI).length;
  receiver.tick(600);
  expect(asked(PLI)).toHaveLength(before + 1);
  send(slice(1), 9_000, 640);
  expect(video).toHaveLength(1);
  key(12_000, 700);
  send(slice(1), 15_000, 733);
  expect(video.map((unit) => unit.ticks)).toEqual([0, 12_000, 15_000]);
});

test('a keyframe is asked for at the start and when the last one is older than 2 s, not more often', () => {
  const { receiver, key, send, asked } = setup();
  send(slice(1), 0, 0);
  expect(asked(PLI)).toHaveLength(1);
  key(3_000, 100);
  for (let nowMs = 150; nowMs <= 2_000; nowMs += 50) receiver.tick(nowMs);
  expect(asked(PLI)).toHaveLength(1);
  for (let nowMs = 2_050; nowMs <= 2_600; nowMs += 50) receiver.tick(nowMs);
  expect(asked(PLI)).toHaveLength(2);
});

test('a keyframe can be asked for out of turn', () => {
  const { receiver, key, asked } = setup();
  key(0, 0);
  const before = asked(PLI).length;
  receiver.requestKeyframe();
  receiver.tick(50);
  expect(asked(PLI)).toHaveLength(before + 1);
});

test('each second a report goes out for both tracks, for video with the bit rate that we take', () => {
  const { receiver, key, feedback } = setup();
  key(0, 0);
  const opus = rtpPacket({
    payloadType: 111,
    ssrc: 8,
    sequence: 1,
    timestamp: 1,
    payload: Buffer.from([0xfc, 1]),
  });
  receiver.receive(opus, 5);
  feedback.length = 0;
  receiver.tick(50);
  receiver.tick(1_050);
  expect(feedback.map((packet) => packet[1])).toEqual([201, 201]);
  expect(feedback[0]!.toString('latin1', 44, 48)).toBe('REMB');
});

test("sound is placed on the clock of the picture by the sender's reports", () => {
  const { receiver, audio, key } = setup();
  const opus = (sequence: number, timestamp: number) =>
    rtpPacket({ payloadType: 111, ssrc: 8, sequence, timestamp, payload: Buffer.from([0xfc, 1]) });
  key(90_000, 0);
  receiver.receive(opus(1, 48_000), 40);
  expect(audio[0]).toMatchObject({ onVideoMs: 1_040, durationTicks: 960 });
  receiver.receive(senderReportPacket(7, 500, 90_000), 50);
  receiver.receive(senderReportPacket(8, 500.01, 48_000), 50);
  receiver.receive(opus(2, 48_960), 60);
  expect(audio[1]?.onVideoMs).toBeCloseTo(1_030, 3);
});

test('a publisher that restarts its track with another source goes on at its next keyframe', () => {
  const { video, receiver, key } = setup();
  key(0, 0);
  const other = (sequence: number, payload: Buffer, isMarked: boolean) =>
    receiver.receive(rtpPacket({ ssrc: 99, sequence, timestamp: 500, payload, isMarked }), 100);
  other(3, slice(1), true);
  other(4, aggregate(SPS_360, PPS), false);
  other(5, slice(5), true);
  expect(video.map((unit) => unit.isKey)).toEqual([true, true]);
});

test.each([
  ['far back, with times that go on', 45_000, 9_000],
  ['far back, with other times', 45_000, 2 ** 31],
  ['far ahead, with times that go on', 5_000, 9_000],
  ['far ahead, with times from before', 5_000, 2 ** 32 - 90_000],
])(
  'a publisher that goes on with numbers %s is seen from its next keyframe on (RFC 3550)',
  (_what, number, time) => {
    const { video, receiver, key, send } = setup();
    key(0, 0);
    send(slice(1), 3_000, 33);
    let sequence = number;
    const sendOther = (payload: Buffer, timestamp: number, nowMs: number, isMarked = true) => {
      receiver.receive(rtpPacket({ sequence, timestamp, isMarked, payload }), nowMs);
      sequence += 1;
    };
    sendOther(aggregate(SPS_360, PPS), time, 66, false);
    sendOther(slice(5), time, 66);
    for (let i = 1; i < 10; i++) sendOther(slice(1), (time + i * 3_000) % 2 ** 32, 66 + i * 33);
    receiver.tick(1_000);
    expect(video).toHaveLength(12);
    const steps = video.slice(3).map((unit, i) => unit.ticks - video[i + 2]!.ticks);
    expect(steps).toEqual(Array(9).fill(3_000));
  },
);

test('one packet whose number strayed changes nothing for those after it (RFC 3550)', () => {
  const { video, receiver, feedback, key, send } = setup();
  key(0, 0);
  for (const sequence of [3_000, 40_000])
    receiver.receive(rtpPacket({ sequence, timestamp: 77, isMarked: true, payload: slice(1) }), 10);
  for (let i = 1; i < 10; i++) send(slice(1), i * 3_000, i * 33);
  expect(video.map(({ ticks }) => ticks)).toEqual(Array.from({ length: 10 }, (_, i) => i * 3_000));
  receiver.tick(0);
  receiver.tick(1_001);
  const report = feedback.at(-1)!;
  // Nothing was lost.
  expect(report.readUInt32BE(12)).toBe(0);
});

test('packets of another payload type are not media', () => {
  const { receiver } = setup();
  receiver.receive(rtpPacket({ payloadType: 96, sequence: 1, timestamp: 1, payload: slice(5) }), 10);
  expect(receiver.lastMediaMs).toBeUndefined();
});

test('B-frames, rare keyframes and too many bytes are told as warnings', () => {
  const { meter, key, send, receiver } = setup();
  key(0, 0);
  send(Buffer.concat([Buffer.from([0x41, 0b1_010_0000]), Buffer.alloc(1_000)]), 3_000, 33);
  meter.onBytes(3_000_000);
  meter.onLoss(0.5);
  receiver.tick(4_500);
  expect(meter.take(5_000)).toMatchObject({
    fps: 0,
    lossPercent: 50,
    warnings: ['b_frames', 'keyframe_interval', 'bitrate', 'packet_loss'],
  });
  expect(meter.take(6_000).warnings).toEqual(['keyframe_interval']);
});

test('a repeat in a stream of its own closes the gap and counts as received; padding in it is nothing', () => {
  const { video, receiver, meter, key, send, skip } = setup({ rtxPayloadType: 108 });
  key(0, 0);
  skip();
  send(slice(1), 6_000, 66);
  const repeat = (original: number, payload: Buffer) => {
    const number = Buffer.from([original >> 8, original & 0xff]);
    return {
      payloadType: 108,
      ssrc: 70,
      sequence: 9,
      timestamp: 3_000,
      isMarked: true,
      payload: Buffer.concat([number, payload]),
    };
  };
  receiver.receive(rtpPacket(repeat(65_532, slice(1))), 90);
  expect(video.map((unit) => unit.ticks)).toEqual([0, 3_000, 6_000]);
  // What has come already, what nobody has sent, and what holds nothing.
  for (const original of [65_532, 65_531, 700]) receiver.receive(rtpPacket(repeat(original, slice(5))), 95);
  receiver.receive(rtpPacket({ ...repeat(0, Buffer.alloc(0)), payload: Buffer.from([1]) }), 96);
  expect(receiver.recovered).toBe(1);
  expect(video).toHaveLength(3);
  receiver.tick(100);
  receiver.tick(1_200);
  expect(meter.take(1_300).lossPercent).toBe(0);
});

test('who numbers its packets hears each 50 ms which have come, of picture and sound, and keeps the bit rate that we take', () => {
  const { receiver, feedback } = setup({ extensions: { transportSequence: 3 } });
  const picture = (sequence: number, number: number) =>
    rtpPacket({
      sequence,
      timestamp: sequence * 3_000,
      payload: slice(1),
      extensions: new Map([[3, transportSequence(number)]]),
    });
  const sound = rtpPacket({
    payloadType: 111,
    ssrc: 8,
    sequence: 1,
    timestamp: 1,
    payload: Buffer.from([0xfc, 1]),
    extensions: new Map([[3, transportSequence(11)]]),
  });
  const told = () =>
    feedback
      .filter((packet) => packet[9] === NACK && (packet[8]! & 31) === 15)
      .map((packet) => readTransportFeedback(packet.subarray(8)));
  receiver.receive(picture(1, 10), 100);
  receiver.receive(sound, 110);
  receiver.receive(picture(2, 13), 120);
  receiver.tick(150);
  expect(told()).toMatchObject([
    { baseSequence: 10, mediaSsrc: 7, arrivals: [0] },
    { baseSequence: 11, arrivals: [40, undefined, 80] },
  ]);
  // Half of the packets are lost: the sender sees it by itself, and is told of no lower rate.
  for (let sequence = 4; sequence < 60; sequence += 2)
    receiver.receive(picture(sequence, sequence + 20), 200 + sequence);
  feedback.length = 0;
  receiver.tick(1_200);
  const remb = feedback.find((packet) => packet.toString('latin1', 44, 48) === 'REMB')!;
  expect((remb.readUIntBE(49, 3) & 0x3ffff) * 2 ** (remb[49]! >> 2)).toBe(2_500_000);
});

test('10,000 mutated and random packets on both tracks never throw', () => {
  const random = seededRandom(4_711);
  const { receiver } = setup();
  const good = [
    rtpPacket({ sequence: 1, timestamp: 1, payload: aggregate(SPS_360, PPS) }),
    rtpPacket({ sequence: 2, timestamp: 1, payload: slice(5, 200), isMarked: true }),
    rtpPacket({ sequence: 3, timestamp: 1, payload: Buffer.from([0x7c, 0x85, 1, 2, 3, 4]) }),
    rtpPacket({ payloadType: 111, sequence: 3, timestamp: 1, payload: Buffer.from([0xfc, 1, 2]) }),
    senderReportPacket(7, 1, 1),
  ];
  for (let i = 0; i < 10_000; i++) {
    const packet = Buffer.from(good[Math.floor(random() * good.length)]!);
    packet.writeUInt16BE(i & 0xffff, 2);
    for (let k = 0; k < random() * 5; k++)
      packet[Math.floor(random() * packet.length)] = Math.floor(random() * 256);
    const cut = random() < 0.2 ? packet.subarray(0, Math.floor(random() * packet.length)) : packet;
    receiver.receive(cut, i);
    if (i % 20 === 0) receiver.tick(i);
  }
  expect(receiver.lastMediaMs).toBeGreaterThan(0);
});
