import { expect, test } from 'vitest';
import { OPUS } from '../../packaging/audio-format.ts';
import { PPS, slice, SPS_360 } from '../../testing/rtp-packets.ts';
import { asksForKeyframe } from './receiver-reports.ts';
import type { RtpUnit } from './picture-queue.ts';
import type { RtpLine } from './rtp-outlet.ts';
import { makeWhepFanout } from './whep-fanout.ts';

const AAC = { codec: 'aac', hz: 44_100, channels: 2, config: Buffer.from([0x12, 0x10]) } as const;

interface Line {
  roomKbps: number;
  queueMs: number;
  isThinning: boolean;
}

function makeReader(line?: Line, hasAudio = true) {
  const media: Record<'video' | 'audio', RtpUnit[]> = { video: [], audio: [] };
  const reports: { wallMs: number; streamMs: number }[] = [];
  const wanted: (number | undefined)[] = [];
  let isClosed = false;
  let isReady = true;
  const told: RtpLine | undefined =
    line &&
    Object.defineProperties({} as RtpLine, {
      roomKbps: { get: () => line.roomKbps },
      queueMs: { get: () => line.queueMs },
      isThinning: { get: () => line.isThinning },
      want: { value: (kbps: number | undefined) => void wanted.push(kbps) },
    });
  return {
    media,
    reports,
    wanted,
    isClosed: () => isClosed,
    setReady(next: boolean) {
      isReady = next;
    },
    reader: {
      hasVideo: true,
      hasAudio,
      line: told,
      isReady: () => isReady,
      figures: () => ({ packetsRepeated: 1, picturesDropped: 2 }),
      send(track: 'video' | 'audio', unit: RtpUnit) {
        media[track].push(unit);
      },
      report(wallMs: number, streamMs: number) {
        reports.push({ wallMs, streamMs });
      },
      close() {
        isClosed = true;
      },
    },
  };
}

function setup() {
  let nowMs = 0;
  const asked: string[] = [];
  const fanout = makeWhepFanout({
    wallClock: () => 1_000_000,
    now: () => nowMs,
    requestKeyframe: (rendition) => asked.push(rendition),
  });
  fanout.setAudio(OPUS, AAC);
  const picture = (ms: number, isKey = false, rendition = 'source', bytes = 100) =>
    fanout.pushVideo(
      {
        ticks: ms * 90,
        isKey,
        sps: isKey ? SPS_360 : undefined,
        pps: isKey ? PPS : undefined,
        nals: [slice(isKey ? 5 : 1, bytes)],
      },
      rendition,
    );
  const sound = (ms: number, format: typeof OPUS | typeof AAC = OPUS) =>
    fanout.pushAudio({ onVideoMs: ms, durationTicks: 960, data: Buffer.from([0xfc, 1]) }, format);
  return { fanout, picture, sound, asked, pass: (ms: number) => void (nowMs += ms) };
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
  expect(one.media.video.map(({ ticks }) => ticks)).toEqual([9_000, 12_600]);
  expect(one.media.video[0]!.packets.map(({ isMarked }) => isMarked)).toEqual([false, true]);
  expect(one.media.audio.map(({ ticks }) => ticks)).toEqual([4_800]);
});

test('pictures are packetised once for all, and nobody is sent to before it is ready', () => {
  const { fanout, picture } = setup();
  const one = makeReader();
  const other = makeReader(undefined, false);
  other.setReady(false);
  fanout.attach(one.reader);
  fanout.attach(other.reader);
  picture(0, true);
  expect([one.media.video.length, other.media.video.length]).toEqual([1, 0]);
  other.setReady(true);
  picture(40);
  picture(80, true);
  expect(other.media.video[0]).toBe(one.media.video[2]);
  expect(other.media.audio).toEqual([]);
});

test('reports tie both clocks to one wall clock, about each second', () => {
  const { fanout, picture } = setup();
  const one = makeReader();
  fanout.attach(one.reader);
  for (let ms = 0; ms <= 2_400; ms += 40) picture(ms, ms % 2_000 === 0);
  expect(one.reports.length).toBeGreaterThanOrEqual(2);
  for (const { wallMs, streamMs } of one.reports) expect(wallMs - streamMs).toBe(1_000_000);
});

test('wishes of many viewers reach the publisher as one in half a second, and one that came too soon later', () => {
  const { fanout, picture, asked, pass } = setup();
  const places = [1, 2, 3].map(() => fanout.attach(makeReader().reader));
  for (const place of places) place.wantKey();
  fanout.adapt();
  expect(asked).toEqual(['source']);
  pass(501);
  fanout.adapt();
  expect(asked).toEqual(['source', 'source']);
  places[0]!.wantKey();
  picture(0, true);
  pass(501);
  fanout.adapt();
  expect(asked).toEqual(['source', 'source']);
});

/** Two seconds of two renditions, of which the smaller one comes so late. @returns until when */
function play(
  { picture, fanout, pass }: ReturnType<typeof setup>,
  fromMs: number,
  lengthMs: number,
  lateMs = 80,
): number {
  const untilMs = fromMs + lengthMs;
  for (let ms = fromMs; ms < untilMs; ms += 40) {
    picture(ms, ms % 2_000 === 0, 'source', 5_000);
    const small = ms - lateMs;
    if (small >= 0) picture(small, small % 2_000 === 0, '240p', 1_000);
    pass(40);
    if (ms % 240 === 0) fanout.adapt();
  }
  return untilMs;
}

/** Times of what a reader got rise, and none is far from the one before. */
function expectContinuous(units: readonly RtpUnit[], apartMs: number): void {
  const steps = units.slice(1).map(({ ticks }, i) => (ticks - units[i]!.ticks) / 90);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(Math.max(...steps)).toBeLessThanOrEqual(apartMs);
}

test('a viewer on a narrow line is moved to a smaller rendition at its keyframe, and up again, and no time goes back', () => {
  const all = setup();
  const line = { roomKbps: 5_000, queueMs: 0, isThinning: false };
  const one = makeReader(line);
  const place = all.fanout.attach(one.reader);
  let atMs = play(all, 0, 6_000);
  expect(place.rendition).toBe('source');
  line.roomKbps = 400;
  atMs = play(all, atMs, 4_000);
  expect(place.rendition).toBe('240p');
  expect(all.asked).toContain('240p');
  // What a better rendition would need is known to the line, which tries whether it carries it.
  expect(one.wanted.at(-1)).toBeGreaterThan(800);
  line.roomKbps = 5_000;
  atMs = play(all, atMs, 8_000);
  expect(place.rendition).toBe('source');
  expect(one.wanted.at(-1)).toBeUndefined();
  expectContinuous(one.media.video, 40);
  const sizes = one.media.video.map(({ packets }) =>
    packets.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0),
  );
  const firstSmall = sizes.findIndex((size) => size < 2_000);
  expect(one.media.video[firstSmall]!.isKey).toBe(true);
  const firstLarge = sizes.findIndex((size, i) => i > firstSmall && size > 2_000);
  expect(one.media.video[firstLarge]!.isKey).toBe(true);
});

test('a rendition that a token does not allow is never sent, and one that ends is left', () => {
  const all = setup();
  const narrow = { roomKbps: 400, queueMs: 600, isThinning: true };
  const bound = makeReader({ ...narrow });
  const free = makeReader(narrow);
  const places = [all.fanout.attach(bound.reader, ['source']), all.fanout.attach(free.reader)];
  const atMs = play(all, 0, 6_000);
  expect(places.map(({ rendition }) => rendition)).toEqual(['source', '240p']);
  all.fanout.removeRendition('240p');
  all.sound(atMs);
  expect(free.media.audio).toHaveLength(1);
  for (let ms = atMs; ms < atMs + 2_400; ms += 40) all.picture(ms, ms % 2_000 === 0, 'source', 5_000);
  expect(places.map(({ rendition }) => rendition)).toEqual(['source', 'source']);
  expectContinuous(free.media.video, 2_100);
});

test('a rendition that is made too slowly is not moved to', () => {
  const all = setup();
  const place = all.fanout.attach(makeReader({ roomKbps: 400, queueMs: 0, isThinning: false }).reader);
  play(all, 0, 6_000, 1_200);
  expect(place.rendition).toBe('source');
});

test('a viewer whose pictures were left out gets a keyframe once its line has drained', () => {
  const { fanout, picture, asked, pass } = setup();
  const line = { roomKbps: 1_000, queueMs: 500, isThinning: false };
  fanout.attach(makeReader(line).reader);
  picture(0, true);
  line.isThinning = true;
  fanout.adapt();
  expect(asked).toEqual([]);
  line.queueMs = 0;
  pass(3_000);
  fanout.adapt();
  expect(asked).toEqual(['source']);
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
  const place = fanout.attach(one.reader);
  fanout.attach(other.reader);
  picture(0, true);
  const seen = one.media.video.length;
  place.leave();
  picture(40);
  expect(one.media.video).toHaveLength(seen);
  fanout.closeAll();
  expect([fanout.viewerCount, one.isClosed(), other.isClosed()]).toEqual([0, false, true]);
  expect(fanout.figures).toEqual({ packetsRepeated: 2, picturesDropped: 4, roomsKbps: [] });
});

test('a wish for a keyframe is found in a compound packet, and nothing is read beyond its end', () => {
  const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1]);
  const pictureLoss = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]);
  expect(asksForKeyframe(Buffer.concat([report, pictureLoss]))).toBe(true);
  expect(asksForKeyframe(report)).toBe(false);
  expect(asksForKeyframe(Buffer.from([0x81, 206]))).toBe(false);
  expect(asksForKeyframe(Buffer.from([0x80, 201, 0xff, 0xff]))).toBe(false);
});
