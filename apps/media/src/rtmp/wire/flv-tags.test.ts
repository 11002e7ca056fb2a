import { expect, test } from 'vitest';
import { parseAudioTag, parseVideoTag } from './flv-tags.ts';
import {
  AAC_CONFIG,
  aacConfigTag,
  avcConfigTag,
  avcRecord,
  pictureTag,
  soundTag,
} from '../testing/rtmp-bytes.ts';

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const extended = (first: number, letters: string): Buffer =>
  Buffer.concat([bytes(first), Buffer.from(letters, 'latin1'), bytes(1, 2, 3)]);

test('sequence headers and frames of H.264 and AAC are told apart (LIVE-VIDEO-029)', () => {
  expect(parseVideoTag(avcConfigTag())).toEqual({ kind: 'config', data: avcRecord() });
  expect(parseVideoTag(bytes(0x27, 1, 0, 0, 80, 9))).toEqual({
    kind: 'frame',
    data: bytes(9),
    compositionMs: 80,
  });
  expect(parseVideoTag(pictureTag(false, [], -2))).toMatchObject({ compositionMs: -2 });
  expect(parseAudioTag(aacConfigTag())).toEqual({ kind: 'config', data: AAC_CONFIG });
  expect(parseAudioTag(soundTag(bytes(5)))).toMatchObject({ kind: 'frame', data: bytes(5) });
});

test('messages without anything to show or hear are empty', () => {
  for (const payload of [bytes(), bytes(0x57, 0), bytes(0x17, 2, 0, 0, 0)])
    expect(parseVideoTag(payload)).toEqual({ kind: 'empty' });
  for (const payload of [bytes(), bytes(0xaf, 1)]) expect(parseAudioTag(payload)).toEqual({ kind: 'empty' });
});

test.each<[Buffer, string, string]>([
  [bytes(0x12), 'codec', 'Sorenson'],
  [bytes(0x14), 'codec', 'VP6'],
  [bytes(0x1c, 0, 0, 0, 0), 'codec', 'HEVC'],
  [bytes(0x1d, 0, 0, 0, 0), 'codec', 'AV1'],
  [bytes(0x18), 'codec', 'an unknown video codec'],
  [extended(0x90, 'hvc1'), 'enhanced_rtmp', 'HEVC'],
  [extended(0x91, 'av01'), 'enhanced_rtmp', 'AV1'],
  [extended(0x90, 'vp09'), 'enhanced_rtmp', 'VP9'],
  [extended(0x90, 'avc1'), 'enhanced_rtmp', 'H.264'],
  [extended(0x90, '\u0000\u00ff<>'), 'enhanced_rtmp', 'an unknown video codec'],
])('video %# is refused with the setting to change (LIVE-VIDEO-029)', (payload, code, name) => {
  const tag = parseVideoTag(payload);
  expect(tag).toMatchObject({ kind: 'refused', code, text: expect.stringContaining(`sends ${name}`) });
  expect(tag).toMatchObject({ text: expect.stringContaining('set the video encoder to H.264') });
});

test.each<[Buffer, string, string]>([
  [bytes(0x2f), 'codec', 'MP3'],
  [bytes(0xb2), 'codec', 'Speex'],
  [bytes(0x3f), 'codec', 'PCM'],
  [bytes(0x7f), 'codec', 'G.711'],
  [bytes(0xcf), 'codec', 'an unknown audio codec'],
  [extended(0x90, 'Opus'), 'enhanced_rtmp', 'Opus'],
  [extended(0x91, 'mp4a'), 'enhanced_rtmp', 'AAC in the form of enhanced RTMP'],
])('sound %# is refused with the setting to change (LIVE-VIDEO-029)', (payload, code, name) => {
  const tag = parseAudioTag(payload);
  expect(tag).toMatchObject({ kind: 'refused', code, text: expect.stringContaining(`sends ${name}`) });
  expect(tag).toMatchObject({ text: expect.stringContaining('set the audio encoder to AAC') });
});

test('several tracks at once are refused with the setting to change', () => {
  const refused = { kind: 'refused', code: 'enhanced_rtmp', text: expect.stringContaining('several tracks') };
  expect(parseVideoTag(extended(0x96, '\u0001avc'))).toMatchObject(refused);
  expect(parseAudioTag(extended(0x95, '\u0001mp4'))).toMatchObject(refused);
});

test('tags that are cut off or of an unknown kind are malformed', () => {
  for (const payload of [bytes(0x17), bytes(0x17, 1, 0, 0), bytes(0x17, 3, 0, 0, 0), bytes(0x90, 1)])
    expect(parseVideoTag(payload)).toEqual({ kind: 'malformed' });
  for (const payload of [bytes(0xaf), bytes(0xaf, 2, 0), bytes(0x90, 1)])
    expect(parseAudioTag(payload)).toEqual({ kind: 'malformed' });
});
