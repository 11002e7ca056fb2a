import { expect, test } from 'vitest';
import { isRtcp, parseRtp } from '@klieg/media/rtp';
import { makeLoopSender, packetLoop } from './loop-sender.ts';

const picture = (size: number): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 1, 0x41]), Buffer.alloc(size, 7)]);

function setup() {
  const video: Buffer[] = [];
  const audio: Buffer[] = [];
  const loop = packetLoop({
    width: 640,
    height: 360,
    durationMs: 120,
    pictures: [picture(1), picture(2), picture(3)],
    sounds: [Buffer.from([1]), Buffer.from([2])],
  });
  const sender = makeLoopSender({
    loop,
    videoSsrc: 5,
    audioSsrc: 6,
    startMs: 1_000,
    sendVideo: (packet) => video.push(Buffer.from(packet)),
    sendAudio: (packet) => audio.push(Buffer.from(packet)),
  });
  const media = (packets: readonly Buffer[]) =>
    packets.filter((packet) => !isRtcp(packet)).map((packet) => parseRtp(packet)!);
  return { sender, video, audio, media };
}

test('the loop goes round with timestamps and numbers that go on', () => {
  const { sender, video, audio, media } = setup();
  expect(sender.send(1_000, 0)).toBe(40);
  for (let nowMs = 1_040; nowMs <= 1_240; nowMs += 40) sender.send(nowMs, 0);
  expect(media(video).map((packet) => packet.timestamp)).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => i * 3_600));
  expect(media(video).map((packet) => packet.payload.length)).toEqual([2, 3, 4, 2, 3, 4, 2]);
  expect(media(video).map((packet) => packet.sequence)).toEqual([5, 6, 7, 8, 9, 10, 11]);
  expect(media(audio).map((packet) => packet.timestamp)).toEqual([0, 1, 2, 3, 4].map((i) => i * 2_880));
});

test('before the start nothing is sent, and the wait is told', () => {
  const { sender, video, audio } = setup();
  expect(sender.send(900, 0)).toBe(100);
  expect([...video, ...audio]).toEqual([]);
});

test('reports of both tracks go out at the start and every two seconds', () => {
  const { sender, video, audio } = setup();
  for (let nowMs = 1_000; nowMs <= 5_000; nowMs += 40) sender.send(nowMs, nowMs);
  expect([video, audio].map((packets) => packets.filter(isRtcp).length)).toEqual([3, 3]);
});

test('after a pause of the machine the loop goes on without a burst', () => {
  const { sender, video, media } = setup();
  sender.send(1_000, 0);
  sender.send(61_000, 0);
  sender.send(61_040, 0);
  expect(media(video).map((packet) => packet.timestamp)).toEqual([0, 3_600, 7_200]);
});
