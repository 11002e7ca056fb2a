import { expect, test } from 'vitest';
import { parseRtcp } from '../ingest/rtcp.ts';
import { isRtcp, parseRtp, type RtpPacket } from '../ingest/rtp.ts';
import { OPUS } from '../packaging/audio-format.ts';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { makeWhepFanout } from './whep-fanout.ts';
import { asksForKeyframe } from './receiver-reports.ts';

const AAC = { codec: 'aac', hz: 44_100, channels: 2, config: Buffer.from([0x12, 0x10]) } as const;

function makeReader(videoPayloadType = 102, audioPayloadType: number | undefined = 111) {
  const media: Record<'video' | 'audio', RtpPacket[]> = { video: [], audio: [] };
  const reports: { track: string; rtpTimestamp: number }[] = [];
  let isClosed = false;
  return {
    media,
    reports,
    isClosed: () => isClosed,
    reader: {
      videoPayloadType,
      audioPayloadType,
      send(track: 'video' | 'audio', packets: readonly Buffer[]) {
        for (const packet of packets) {
          if (isRtcp(packet)) reports.push({ track, ...parseRtcp(packet).reports[0]! });
          else media[track].push(parseRtp(packet)!);
        }
      },
      close() {
        isClosed = true;
      },
    },
  };
}

function setup() {
  const fanout = makeWhepFanout({ wallClock: () => 1_000_000 });
  fanout.setAudio(OPUS, AAC);
  const picture = (ms: number, isKey = false) =>
    fanout.pushVideo({
      ticks: ms * 90,
      isKey,
      sps: isKey ? SPS_360 : undefined,
      pps: isKey ? PPS : undefined,
      nals: [slice(isKey ? 5 : 1)],
    });
  const sound = (ms: number, format: typeof OPUS | typeof AAC = OPUS) =>
    fanout.pushAudio({ onVideoMs: ms, durationTicks: 960, data: Buffer.from([0xfc, 1]) }, format);
  return { fanout, picture, sound };
}

test('a viewer begins at a keyframe, with parameter sets, picture and sound on their own clocks', () => {
  const { fanout, picture, sound } = setup();
  const one = makeReader();
  fanout.attach(one.reader);
  picture(0);
  sound(0);
  expect(one.media).toEqual({ video: [], audio: [] });
  picture(100, true);
  sound(100);
  picture(140);
  expect(one.media.video.map((packet) => packet.timestamp)).toEqual([9_000, 9_000, 12_600]);
  expect(one.media.video.at(-1)!.isMarked).toBe(true);
  expect(one.media.audio.map((packet) => packet.timestamp)).toEqual([4_800]);
});

test('sequence numbers have no gaps for any viewer, and each gets its own payload types', () => {
  const { fanout, picture } = setup();
  const one = makeReader(102);
  const other = makeReader(96, undefined);
  fanout.attach(one.reader);
  picture(0, true);
  picture(40);
  fanout.attach(other.reader);
  picture(80);
  picture(120, true);
  picture(160);
  for (const { media } of [one, other]) {
    const numbers = media.video.map((packet) => packet.sequence);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => (numbers[0]! + i) & 0xffff));
  }
  expect(new Set(other.media.video.map((packet) => packet.payloadType))).toEqual(new Set([96]));
  expect(other.media.audio).toEqual([]);
});

test('reports tie both clocks to one wall clock, so that picture and sound meet', () => {
  const { fanout, picture, sound } = setup();
  const one = makeReader();
  fanout.attach(one.reader);
  for (let ms = 0; ms <= 2_400; ms += 40) {
    picture(ms, ms % 2_000 === 0);
    sound(ms);
  }
  const [video, audio] = ['video', 'audio'].map((track) =>
    one.reports.filter((report) => report.track === track),
  );
  expect(video!.length).toBeGreaterThanOrEqual(2);
  video!.forEach((report, i) =>
    expect(report.rtpTimestamp / 90).toBeCloseTo(audio![i]!.rtpTimestamp / 48, 1),
  );
});

test('sound in a codec that browsers do not take is left out', () => {
  const { fanout, picture, sound } = setup();
  const one = makeReader();
  fanout.attach(one.reader);
  picture(0, true);
  sound(0, AAC);
  expect(one.media.audio).toEqual([]);
});

test('one who left gets nothing more, and closing ends all', () => {
  const { fanout, picture } = setup();
  const one = makeReader();
  const other = makeReader();
  const leave = fanout.attach(one.reader);
  fanout.attach(other.reader);
  picture(0, true);
  const seen = one.media.video.length;
  leave();
  picture(40);
  expect(one.media.video).toHaveLength(seen);
  fanout.closeAll();
  expect([fanout.viewerCount, one.isClosed(), other.isClosed()]).toEqual([0, false, true]);
});

test('a wish for a keyframe is found in a compound packet, and nothing is read beyond its end', () => {
  const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1]);
  const pictureLoss = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]);
  expect(asksForKeyframe(Buffer.concat([report, pictureLoss]))).toBe(true);
  expect(asksForKeyframe(report)).toBe(false);
  expect(asksForKeyframe(Buffer.from([0x81, 206]))).toBe(false);
  expect(asksForKeyframe(Buffer.from([0x80, 201, 0xff, 0xff]))).toBe(false);
});
