import { expect, test } from 'vitest';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { readBoxes, readFragment } from '../testing/read-boxes.ts';
import { type Fragment, makeFragmenter, type StreamInit } from './fragmenter.ts';

const FRAME = 3_000;

function setup(hasAudio = true, startMs = 0) {
  const inits: StreamInit[] = [];
  const fragments: Fragment[] = [];
  const fragmenter = makeFragmenter({
    hasAudio,
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
