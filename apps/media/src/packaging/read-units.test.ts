import { seededRandom } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { OPUS } from './audio-format.ts';
import { makeFragmenter } from './fragmenter.ts';
import { makeUnitReader } from './read-units.ts';
import type { AacFormat, AudioFormat, Fragment, StreamInit, VideoUnit } from './units.ts';

const AAC: AacFormat = { codec: 'aac', hz: 48_000, channels: 2, config: Buffer.from([0x11, 0x90]) };
const FRAME = 3_000;

/** Six pictures, of which some are shown later than they are decoded, with a sound for each 20 ms. */
function cut(audio: AudioFormat | undefined) {
  const inits: StreamInit[] = [];
  const fragments: Fragment[] = [];
  const fragmenter = makeFragmenter({
    audio,
    fragmentMs: 80,
    startMs: 0,
    onInit: (init) => inits.push(init),
    onFragment: (fragment) => fragments.push(fragment),
  });
  const pictures = Array.from({ length: 7 }, (_, i): VideoUnit => ({
    ticks: i * FRAME,
    compositionTicks: (i % 3) * FRAME,
    isKey: i === 0,
    sps: i === 0 ? SPS_360 : undefined,
    pps: i === 0 ? PPS : undefined,
    nals: [slice(i === 0 ? 5 : 1, 100 + i), slice(i === 0 ? 5 : 1, 50)],
  }));
  for (const [i, picture] of pictures.entries()) {
    fragmenter.pushVideo(picture);
    for (const ms of [0, 20])
      fragmenter.pushAudio({
        onVideoMs: (i * FRAME) / 90 + ms,
        durationTicks: 960,
        data: Buffer.from([0xfc, i, ms]),
      });
  }
  return { init: inits[0]!, fragments, pictures };
}

test('pictures and sounds come out of chunks as they went in, with the times of the chunks', () => {
  const { init, fragments, pictures } = cut(OPUS);
  const reader = makeUnitReader();
  reader.setInit(init);
  expect(reader.sound).toEqual(OPUS);
  const units = fragments.map(({ data }) => reader.read(data));
  const read = units.flatMap((one) => one.pictures);
  expect(read.length).toBeGreaterThanOrEqual(5);
  expect(read).toEqual(pictures.slice(0, read.length));
  const sounds = units.flatMap((one) => one.sounds);
  expect(sounds.length).toBeGreaterThanOrEqual(5);
  expect(sounds.map(({ onVideoMs }) => onVideoMs)).toEqual(sounds.map((_, i) => i * 20));
  expect(sounds[0]!.data).toEqual(Buffer.from([0xfc, 0, 0]));
});

test('sound in a codec that browsers do not take by WebRTC is left out', () => {
  const { init, fragments } = cut(AAC);
  const reader = makeUnitReader();
  reader.setInit(init);
  expect(reader.sound).toBeUndefined();
  const units = fragments.map(({ data }) => reader.read(data));
  expect(units.flatMap(({ sounds }) => sounds)).toEqual([]);
  expect(units.flatMap((one) => one.pictures).length).toBeGreaterThanOrEqual(5);
});

test('without a header, and of bytes that were cut or changed, nothing beyond them is read', () => {
  const { init, fragments } = cut(OPUS);
  const reader = makeUnitReader();
  expect(reader.read(fragments[0]!.data)).toEqual({ pictures: [], sounds: [] });
  reader.setInit({ ...init, data: init.data.subarray(0, 300) });
  expect(reader.read(fragments[0]!.data).pictures).toEqual([]);
  reader.setInit(init);
  const random = seededRandom(7);
  for (let i = 0; i < 2_000; i++) {
    const whole = Buffer.from(fragments[i % fragments.length]!.data);
    for (let n = 0; n < 3; n++) whole[Math.floor(random() * whole.length)] = Math.floor(random() * 256);
    const { pictures, sounds } = reader.read(whole.subarray(0, Math.ceil(random() * whole.length)));
    const bytes = pictures.flatMap(({ nals }) => nals).reduce((sum, nal) => sum + nal.length, 0);
    expect(bytes + sounds.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThanOrEqual(
      2 * whole.length,
    );
  }
});
