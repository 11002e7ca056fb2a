import { expect, test } from 'vitest';
import { negativeAcknowledgement } from '../../ingest/rtp/rtcp-feedback.ts';
import { isRtcp, parseRtp } from '../../ingest/rtp/rtp.ts';
import { feedbackPacket, transportNumberOf } from '../../testing/transport-receiver.ts';
import { makeMediaPacket } from './media-packet.ts';
import type { OutletTrack } from './outlet-track.ts';
import { makeRtpOutlet, REPEAT_SSRC, VIDEO_SSRC } from './rtp-outlet.ts';

const ID = 5;

function setup(track: Partial<OutletTrack> = {}) {
  let nowMs = 0;
  let due: (() => void)[] = [];
  const sent: Buffer[] = [];
  const sentMs: number[] = [];
  const left: { track: string; sequence: number; streamMs: number }[] = [];
  let ready = 0;
  const outlet = makeRtpOutlet({
    video: { payloadType: 102, transportId: ID, repeatPayloadType: 103, ...track },
    audio: {
      payloadType: 111,
      transportId: track.transportId === undefined && 'transportId' in track ? undefined : ID,
      repeatPayloadType: undefined,
    },
    now: () => nowMs,
    soon: (work) => due.push(work),
    transmit(_kind, packet) {
      sent.push(Buffer.from(packet));
      sentMs.push(nowMs);
    },
    onSent: (kind, sequence, streamMs) => left.push({ track: kind, sequence, streamMs }),
    onReady: () => (ready += 1),
    firstSequence: () => 65_534,
  });
  const pass = (ms: number): void => {
    for (const untilMs = nowMs + ms; nowMs < untilMs;) {
      nowMs += 5;
      const work = due;
      due = [];
      for (const one of work) one();
    }
  };
  let mark = 0;
  /** What was sent since the last look. */
  const take = (): Buffer[] => {
    const more = sent.slice(mark).filter((packet) => !isRtcp(packet));
    mark = sent.length;
    return more;
  };
  const picture = (ms: number, payloads: readonly number[], isKey = false): void =>
    outlet.send('video', {
      packets: payloads.map((bytes, i) =>
        makeMediaPacket(Buffer.alloc(bytes, i + 1), i === payloads.length - 1),
      ),
      ticks: ms * 90,
      streamMs: ms,
      isKey,
    });
  const sound = (ms: number): void =>
    outlet.send('audio', {
      packets: [makeMediaPacket(Buffer.alloc(90, 9), false)],
      ticks: ms * 48,
      streamMs: ms,
      isKey: false,
    });
  return { outlet, pass, picture, sound, take, sent, sentMs, left, ready: () => ready };
}

/** Opened, tried by its first probes, with what these were. */
function opened(track?: Partial<OutletTrack>) {
  const all = setup(track);
  all.outlet.open();
  all.pass(400);
  expect(all.outlet.isReady()).toBe(true);
  return { ...all, probes: all.take() };
}

test('packets have their own numbers, and one more over both tracks, without a gap', () => {
  const { picture, sound, take, probes, left } = opened();
  picture(0, [500, 300], true);
  sound(0);
  picture(40, [200]);
  const packets = take();
  expect(
    packets.map((packet) => parseRtp(packet)).map((one) => [one!.payloadType, one!.sequence, one!.isMarked]),
  ).toEqual([
    [102, 65_534, false],
    [102, 65_535, true],
    [111, 65_534, false],
    [102, 0, true],
  ]);
  expect(parseRtp(packets[1]!)!.payload).toEqual(Buffer.alloc(300, 2));
  const numbers = [...probes, ...packets].map((packet) => transportNumberOf(packet, ID));
  expect(numbers).toEqual(numbers.map((_, i) => i));
  expect(left).toEqual([
    { track: 'video', sequence: 65_535, streamMs: 0 },
    { track: 'audio', sequence: 65_534, streamMs: 0 },
    { track: 'video', sequence: 0, streamMs: 40 },
  ]);
});

test('nothing goes out before a viewer is open and after it is closed', () => {
  const { outlet, picture, sound, sent, pass } = setup();
  picture(0, [100], true);
  sound(0);
  outlet.report(0, 0);
  expect(sent).toEqual([]);
  expect(outlet.isReady()).toBe(false);
  outlet.open();
  outlet.close();
  picture(40, [100], true);
  pass(50);
  outlet.hear(negativeAcknowledgement(VIDEO_SSRC, [0]));
  const before = sent.length;
  pass(400);
  expect(sent.length).toBe(before);
  expect(outlet.isReady()).toBe(false);
});

test('the line is tried before media begins, by packets of padding, and media waits no longer than for the answer', () => {
  const { outlet, pass, sent, sentMs, ready } = setup();
  outlet.open();
  pass(60);
  expect(sent.length).toBeGreaterThan(20);
  for (const packet of sent)
    expect(parseRtp(packet)).toMatchObject({ ssrc: REPEAT_SSRC, payload: Buffer.alloc(0) });
  expect(ready()).toBe(0);
  outlet.hear(
    feedbackPacket(
      0,
      sentMs.map((ms) => 1_000 + ms),
      0,
    ),
  );
  expect(ready()).toBe(1);
  expect(outlet.line!.roomKbps).toBeGreaterThan(1_500);
});

test('what was lost is sent again in its own format, with its old number before the payload', () => {
  const { outlet, picture, take, pass } = opened();
  picture(0, [500, 300], true);
  take();
  pass(200);
  outlet.hear(negativeAcknowledgement(VIDEO_SSRC, [65_535]));
  const [again, ...more] = take();
  expect(more).toEqual([]);
  const rtp = parseRtp(again!)!;
  expect(rtp).toMatchObject({ payloadType: 103, ssrc: REPEAT_SSRC, timestamp: 0, isMarked: true });
  expect(rtp.payload.readUInt16BE(0)).toBe(65_535);
  expect(rtp.payload.subarray(2)).toEqual(Buffer.alloc(300, 2));
  expect(transportNumberOf(again!, ID)).toBeGreaterThan(0);
  // Asked for once more before the repeat can have come.
  outlet.hear(negativeAcknowledgement(VIDEO_SSRC, [65_535]));
  expect(take()).toEqual([]);
  expect(outlet.figures().packetsRepeated).toBe(1);
});

test('what another source lost, or was never sent, is not sent', () => {
  const { outlet, picture, take, pass } = opened();
  picture(0, [500], true);
  take();
  pass(200);
  outlet.hear(negativeAcknowledgement(99, [65_534]));
  outlet.hear(negativeAcknowledgement(VIDEO_SSRC, [7, 40_000]));
  expect(take()).toEqual([]);
});

test('a viewer without feedback and formats for repeats is sent plain packets at once, and repeats as they were', () => {
  const { outlet, picture, take, pass, probes } = opened({
    transportId: undefined,
    repeatPayloadType: undefined,
  });
  expect(probes).toEqual([]);
  expect(outlet.line).toBeUndefined();
  picture(
    0,
    Array.from({ length: 60 }, () => 1_100),
    true,
  );
  const packets = take();
  expect(packets).toHaveLength(60);
  expect(packets[0]![0]).toBe(0x80);
  pass(200);
  outlet.hear(negativeAcknowledgement(VIDEO_SSRC, [65_534]));
  expect(take()).toEqual([packets[0]]);
});

test('a keyframe on a line of which little is known goes out bit by bit, and sound goes before what waits', () => {
  const { picture, sound, take, pass } = opened();
  picture(
    0,
    Array.from({ length: 80 }, () => 1_100),
    true,
  );
  const first = take().length;
  expect(first).toBeLessThan(30);
  sound(0);
  expect(take().map((packet) => parseRtp(packet)!.payloadType)).toEqual([111]);
  pass(20);
  const next = take().length;
  expect(next).toBeGreaterThan(0);
  expect(first + next).toBeLessThan(60);
  pass(1_000);
  expect(take().length).toBe(80 - first - next);
});

test('a viewer who has spoken of far more packets than it was sent is heard again for what it is sent', () => {
  const { outlet, pass, picture, take } = opened();
  const roomKbps = (): number => outlet.line!.roomKbps;
  const nothing = Array<undefined>(4_096).fill(undefined);
  for (let i = 0; i < 100; i++) outlet.hear(feedbackPacket(20_000, nothing, i));
  const before = roomKbps();
  let atMs = 0;
  for (let round = 0; round < 60; round++) {
    picture(round * 33, [1_000, 1_000, 1_000], round === 0);
    pass(35);
    const numbers = take().map((packet) => transportNumberOf(packet, ID)!);
    if (numbers.length === 0) continue;
    outlet.hear(
      feedbackPacket(
        numbers[0]!,
        numbers.map(() => (atMs += 1)),
        round,
      ),
    );
    atMs += 32;
  }
  expect(roomKbps()).not.toBe(before);
});
