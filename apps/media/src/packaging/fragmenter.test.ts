import { expect, test } from 'vitest';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { readBoxes, readFragment } from '../testing/read-boxes.ts';
import { OPUS } from './audio-format.ts';
import { makeFragmenter } from './fragmenter.ts';
import { OPUS_SILENCE } from './opus.ts';
import type { AacFormat, Fragment, StreamInit } from './units.ts';

const FRAME = 3_000;

function setup(hasAudio = true, startMs = 0) {
  const inits: StreamInit[] = [];
  const fragments: Fragment[] = [];
  const fragmenter = makeFragmenter({
    audio: hasAudio ? OPUS : undefined,
    fragmentMs: 100,
    startMs,
    onInit: (init) => inits.push(init),
    onFragment: (fragment) => fragments.push(fragment),
  });
  const picture = (index: number, isKey = false, sps: Buffer | undefined = isKey ? SPS_360 : undefined) =>
    fragmenter.pushVideo({
      ticks: 1_000_000 + index * FRAME,
      isKey,
      sps,
      pps: isKey ? PPS : undefined,
      nals: [slice(isKey ? 5 : 1)],
    });
  const sound = (onVideoMs: number) =>
    fragmenter.pushAudio({
      onVideoMs: 1_000_000 / 90 + onVideoMs,
      durationTicks: 960,
      data: Buffer.from([0xfc, 1]),
    });
  const tracks = (id: number) =>
    fragments.flatMap((fragment) => readFragment(fragment.data).filter((part) => part.trackId === id));
  return { inits, fragments, fragmenter, picture, sound, tracks };
}

test('the init names codecs and size and holds both tracks (LIVE-VIDEO-033)', () => {
  const { inits, picture } = setup();
  picture(0, true);
  expect(inits).toHaveLength(1);
  expect(inits[0]).toMatchObject({ codecs: 'avc1.42C016,opus', format: { width: 640, height: 360 } });
  const [ftyp, moov] = readBoxes(inits[0]!.data);
  expect(ftyp?.type).toBe('ftyp');
  expect(moov?.children.map((box) => box.type)).toEqual(['mvhd', 'trak', 'trak', 'mvex']);
});

test('fragments hold about 100 ms, and each keyframe begins one (LIVE-VIDEO-033)', () => {
  const { fragments, picture, tracks } = setup(false);
  for (let i = 0; i < 14; i++) picture(i, i === 0 || i === 7);
  expect(fragments.map((fragment) => fragment.isKey)).toEqual([true, false, false, true, false]);
  expect(tracks(1).map((part) => part.samples.length)).toEqual([3, 3, 1, 3, 3]);
  expect(tracks(1).map((part) => part.isSync[0])).toEqual([true, false, false, true, false]);
});

test('a track has no holes: each fragment begins where the one before ended', () => {
  const { picture, sound, tracks } = setup();
  for (let i = 0; i < 60; i++) {
    picture(i, i % 30 === 0);
    if (i % 3 !== 0 || i > 40) sound(i * 33.3);
  }
  for (const id of [1, 2]) {
    let end: number | undefined;
    for (const part of tracks(id)) {
      if (end !== undefined) expect(part.startTicks).toBe(end);
      end = part.startTicks + part.durations.reduce((sum, ticks) => sum + ticks, 0);
    }
  }
});

test('a sample is the picture with its length before it', () => {
  const { picture, tracks } = setup(false);
  for (let i = 0; i < 4; i++) picture(i, i === 0);
  const [sample] = tracks(1)[0]!.samples;
  expect(sample?.readUInt32BE(0)).toBe(slice(5).length);
  expect(sample?.subarray(4).equals(slice(5))).toBe(true);
});

test('when the sound stops coming silence takes its place, so that the picture plays on', () => {
  const { picture, tracks, fragmenter } = setup();
  for (let i = 0; i < 90; i++) picture(i, i === 0);
  const sound = tracks(2);
  const end = sound.at(-1)!.startTicks / 48 + sound.at(-1)!.durations.length * 20;
  expect(fragmenter.endMs - end).toBeLessThan(500);
});

test('sound that is always late is heard from its second second on, and what is too late is silence', () => {
  const { picture, sound, tracks, fragmenter } = setup();
  const heard = () => tracks(2).flatMap(({ samples }) => samples.map((data) => !data.equals(OPUS_SILENCE)));
  /** So long both come, the sound by so much later. */
  const send = (fromMs: number, toMs: number, lateMs: number): void => {
    for (let ms = fromMs; ms < toMs; ms += 100 / 3) {
      picture(Math.round((ms * 3) / 100), ms === 0);
      for (let at = Math.ceil((ms - lateMs) / 20) * 20; at < ms + 100 / 3 - lateMs; at += 20)
        if (at >= 0) sound(at);
    }
  };
  send(0, 6_000, 900);
  const late = heard();
  expect(late.slice(0, 40)).toContain(false);
  expect(late.slice(60).every(Boolean)).toBe(true);
  expect(fragmenter.endMs - (tracks(2).at(-1)!.startTicks / 48 + 100)).toBeGreaterThan(500);

  // In time again: nothing of it is lost, and after half a minute a failing sound is soon replaced again.
  const before = heard().length;
  send(6_000, 40_000, 0);
  expect(
    heard()
      .slice(before + 60)
      .every(Boolean),
  ).toBe(true);
  for (let ms = 40_000; ms < 41_000; ms += 100 / 3) picture(Math.round((ms * 3) / 100));
  const last = tracks(2).at(-1)!;
  expect(fragmenter.endMs - (last.startTicks / 48 + last.durations.length * 20)).toBeLessThan(600);
});

test('pictures before the first keyframe and pictures out of order are left out', () => {
  const { inits, fragments, picture, tracks } = setup(false);
  picture(0);
  picture(1);
  expect(inits).toHaveLength(0);
  picture(2, true);
  picture(5);
  picture(3);
  picture(4);
  picture(6);
  expect(fragments.length).toBeGreaterThan(0);
  expect(tracks(1).flatMap((part) => part.durations)[0]).toBe(3 * FRAME);
});

test('a new size gives a new init before its keyframe, the same size does not', () => {
  const { inits, picture } = setup(false);
  const other = Buffer.from('67640028acd940780227e5c044000003000400000300c83c60c658', 'hex');
  picture(0, true);
  picture(1, true);
  picture(2, true, other);
  expect(inits.map((init) => init.format.height)).toEqual([360, 1080]);
});

test('a keyframe with malformed parameter sets is left out with what refers to it', () => {
  const { inits, fragments, picture } = setup(false);
  picture(0, true, Buffer.from([0x67, 1, 2, 3]));
  picture(1);
  picture(2);
  picture(3);
  expect([inits.length, fragments.length]).toEqual([0, 0]);
  picture(4, true);
  expect(inits).toHaveLength(1);
});

test('a stream that continues another begins where that one ended', () => {
  const { picture, tracks } = setup(false, 5_000);
  for (let i = 0; i < 4; i++) picture(i, i === 0);
  expect(tracks(1)[0]?.startTicks).toBe(5_000 * 90);
});

const AAC: AacFormat = { codec: 'aac', hz: 44_100, channels: 2, config: Buffer.from([0x12, 0x10]) };

test('AAC is announced by its object type and keeps its own clock', () => {
  const { inits, fragmenter, picture, tracks } = setup(false);
  fragmenter.setAudio(AAC);
  picture(0, true);
  for (let i = 1; i <= 30; i++) picture(i);
  for (let i = 0; i < 20; i++)
    fragmenter.pushAudio({
      onVideoMs: 1_000_000 / 90 + (i * 1_024_000) / 44_100,
      durationTicks: 1_024,
      data: Buffer.from([0x21, i]),
    });
  for (let i = 31; i <= 34; i++) picture(i);
  expect(inits[0]?.codecs).toMatch(/,mp4a\.40\.2$/);
  expect(inits[0]?.data.includes(Buffer.from('esds'))).toBe(true);
  expect(tracks(2).flatMap((part) => part.samples).length).toBeGreaterThanOrEqual(20);
});

test('sound that appears later is announced with a new header at the next keyframe, from the picture on', () => {
  const { inits, fragmenter, picture, tracks } = setup(false);
  picture(0, true);
  fragmenter.setAudio(AAC);
  for (let i = 1; i < 30; i++) picture(i);
  expect(inits).toHaveLength(1);
  picture(30, true);
  fragmenter.pushAudio({
    onVideoMs: (1_000_000 + 30 * FRAME) / 90,
    durationTicks: 1_024,
    data: Buffer.of(1),
  });
  for (let i = 31; i < 40; i++) picture(i);
  expect(inits.map((init) => init.hasAudio)).toEqual([false, true]);
  expect(tracks(2)[0]?.startTicks).toBe(44_100);
});

test('pictures that are shown in another order than they are decoded in carry their offsets', () => {
  const { fragments, fragmenter } = setup(false);
  const push = (index: number, compositionTicks: number, isKey = false) =>
    fragmenter.pushVideo({
      ticks: index * FRAME,
      compositionTicks,
      isKey,
      sps: isKey ? SPS_360 : undefined,
      pps: isKey ? PPS : undefined,
      nals: [slice(isKey ? 5 : 1)],
    });
  push(0, FRAME, true);
  push(1, 3 * FRAME);
  push(2, -FRAME);
  for (let i = 3; i < 8; i++) push(i, 0);
  const run = fragments[0]!.data.indexOf('trun');
  expect(fragments[0]!.data.readUInt32BE(run + 4)).toBe(0x0100_0f01);
});
