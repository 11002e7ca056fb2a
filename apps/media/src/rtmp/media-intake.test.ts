import { expect, test } from 'vitest';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { makeMediaIntake } from './media-intake.ts';
import { TYPE } from './wire/messages.ts';
import {
  AAC_CONFIG,
  AAC_SILENCE,
  aacConfigTag,
  avcConfigTag,
  pictureTag,
  soundTag,
} from './testing/rtmp-bytes.ts';
import { makeRecordingPublication } from './testing/recording-publication.ts';

function setup() {
  const publication = makeRecordingPublication();
  const intake = makeMediaIntake(publication);
  const push = (typeId: number) => (timestampMs: number, payload: Buffer) =>
    intake.push({ typeId, streamId: 1, timestampMs, payload });
  return { ...publication, video: push(TYPE.video), audio: push(TYPE.audio) };
}

test('pictures come with ticks of 90 kHz, the parameter sets of the header with the first key picture (LIVE-VIDEO-029)', () => {
  const { video, pictures } = setup();
  video(0, avcConfigTag());
  video(33, pictureTag(false));
  video(66, pictureTag(true, undefined, 40));
  video(99, pictureTag(false));
  video(132, pictureTag(true));
  const nals = [slice(5)];
  expect(pictures[0]).toMatchObject({ ticks: 33 * 90, isKey: false, sps: undefined });
  expect(pictures[1]).toEqual({
    ticks: 66 * 90,
    compositionTicks: 3_600,
    isKey: true,
    sps: SPS_360,
    pps: PPS,
    nals,
  });
  expect(pictures[3]).toMatchObject({ isKey: true, sps: undefined, pps: undefined });
});

test('a new header, or sets inside a picture, come with the next key picture', () => {
  const { video, pictures } = setup();
  const main = Buffer.concat([Buffer.from([0x67, 77]), SPS_360.subarray(2)]);
  video(0, avcConfigTag());
  video(0, pictureTag(true));
  video(40, avcConfigTag(main));
  video(40, pictureTag(true));
  video(80, pictureTag(false, [SPS_360, PPS, slice(1)]));
  video(120, pictureTag(true));
  expect(pictures.map((picture) => picture.sps)).toEqual([SPS_360, main, undefined, SPS_360]);
});

test('sound comes on the clock of the picture, after its format, which is told once', () => {
  const { video, audio, formats, sounds } = setup();
  video(0, avcConfigTag());
  audio(0, soundTag());
  audio(0, aacConfigTag());
  audio(10, soundTag());
  audio(20, aacConfigTag());
  audio(31, soundTag());
  audio(40, aacConfigTag(Buffer.from([0x12, 0x10])));
  expect(formats).toMatchObject([
    { codec: 'aac', hz: 48_000, channels: 2, config: AAC_CONFIG },
    { hz: 44_100 },
  ]);
  expect(sounds).toEqual([
    { onVideoMs: 10, durationTicks: 1_024, data: AAC_SILENCE },
    { onVideoMs: 31, durationTicks: 1_024, data: AAC_SILENCE },
  ]);
});

test('media before their header, and pictures without slices, are left out', () => {
  const { video, audio, pictures, sounds } = setup();
  expect(video(0, pictureTag(true))).toBeUndefined();
  expect(audio(0, soundTag())).toBeUndefined();
  video(0, avcConfigTag());
  expect(video(0, pictureTag(false, [Buffer.from([6, 1, 2])]))).toBeUndefined();
  expect([pictures, sounds]).toEqual([[], []]);
});

test('times of showing that cannot be are bounded', () => {
  const { video, pictures } = setup();
  video(0, avcConfigTag());
  video(0, pictureTag(true, undefined, 8_000_000));
  video(40, pictureTag(true, undefined, -8_000_000));
  expect(pictures.map((picture) => picture.compositionTicks)).toEqual([900_000, -900_000]);
});

test('what cannot be played is refused, what is no media is malformed', () => {
  const { video, audio } = setup();
  const extendedProfile = Buffer.concat([Buffer.from([0x67, 88]), SPS_360.subarray(2)]);
  expect(video(0, avcConfigTag(extendedProfile))).toMatchObject({ kind: 'refused', code: 'codec' });
  expect(audio(0, aacConfigTag(Buffer.from([0x09, 0x90])))).toMatchObject({ kind: 'refused', code: 'codec' });
  expect(video(0, Buffer.from([0x12]))).toMatchObject({ kind: 'refused', code: 'codec' });
  expect(video(0, avcConfigTag(PPS))).toEqual({ kind: 'malformed' });
  expect(audio(0, aacConfigTag(Buffer.alloc(0)))).toEqual({ kind: 'malformed' });
  video(0, avcConfigTag());
  expect(video(0, Buffer.concat([pictureTag(true), Buffer.from([1])]))).toEqual({ kind: 'malformed' });
});

test('sound alone, and more bits than are taken, end a publisher with a sentence', () => {
  const alone = setup();
  alone.audio(0, aacConfigTag());
  const told: unknown[] = [];
  for (let ms = 0; ms < 12_000 && told.length === 0; ms += 21) {
    const fault = alone.audio(ms, soundTag());
    if (fault) told.push(fault);
  }
  expect(told).toMatchObject([{ kind: 'refused', text: expect.stringContaining('no picture') }]);
  const heavy = setup();
  heavy.video(0, avcConfigTag());
  for (let ms = 0; ms < 15_000 && told.length === 1; ms += 40) {
    const fault = heavy.video(ms, pictureTag(ms % 2_000 === 0, [slice(1, 130_000)]));
    if (fault) told.push(fault);
  }
  expect(told[1]).toMatchObject({ kind: 'refused', text: expect.stringContaining('Bitrate') });
});
