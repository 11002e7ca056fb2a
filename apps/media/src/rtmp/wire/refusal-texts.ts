import type { EncoderRefusalCode } from '@klieg/contract/media';
import { CODE_OF_LIMIT, type ExceededLimit } from '../../packaging/source-limits.ts';

/** Why an encoder's settings are not playable, for the model: what arrives and which setting to change. */
export interface RefusalText {
  readonly code: EncoderRefusalCode;
  readonly text: string;
}

const VIDEO_SETTING =
  'In OBS open Settings, Output and set the video encoder to H.264 (x264 or hardware H.264). HEVC and AV1 are not supported.';
const SOUND_SETTING = 'In OBS open Settings, Output and set the audio encoder to AAC.';

/** Codecs by the four letters of enhanced RTMP. */
const FOUR_LETTERS: Readonly<Record<string, string>> = {
  hvc1: 'HEVC',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'VVC',
  avc1: 'H.264 in the form of enhanced RTMP',
  Opus: 'Opus',
  fLaC: 'FLAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  '.mp3': 'MP3',
  mp4a: 'AAC in the form of enhanced RTMP',
};

/** Codecs by number (FLV 10.1), and the numbers that others use for HEVC and AV1. */
const VIDEO_NUMBERS: Readonly<Record<number, string>> = {
  2: 'Sorenson H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  6: 'Screen Video',
  12: 'HEVC',
  13: 'AV1',
};
const SOUND_NUMBERS: Readonly<Record<number, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711',
  8: 'G.711',
  11: 'Speex',
  14: 'MP3',
};

const MULTITRACK: RefusalText = {
  code: 'enhanced_rtmp',
  text: 'Your encoder sends several tracks at once. In OBS open Settings, Stream and turn multitrack video off, and publish a single audio track.',
};

function refused(
  codec: number | string,
  numbers: Readonly<Record<number, string>>,
  kind: 'video' | 'audio',
  setting: string,
): RefusalText {
  if (codec === 'multitrack') return MULTITRACK;
  const isNumber = typeof codec === 'number';
  const name = (isNumber ? numbers[codec] : FOUR_LETTERS[codec]) ?? `an unknown ${kind} codec`;
  return { code: isNumber ? 'codec' : 'enhanced_rtmp', text: `Your encoder sends ${name}. ${setting}` };
}

/** @param codec a codec number of FLV, four letters or `multitrack` */
export const refusedVideo = (codec: number | string): RefusalText =>
  refused(codec, VIDEO_NUMBERS, 'video', VIDEO_SETTING);

/** @param codec a codec number of FLV, four letters or `multitrack` */
export const refusedSound = (codec: number | string): RefusalText =>
  refused(codec, SOUND_NUMBERS, 'audio', SOUND_SETTING);

/** H.264 with more bits or colour than browsers decode. */
export const REFUSED_PROFILE: RefusalText = {
  code: 'codec',
  text: 'Your encoder sends H.264 with more than 8 bits or full colour, which browsers do not play. In OBS open Settings, Advanced and set the color format to NV12, and set the encoder profile to high, main or baseline.',
};

/** Another kind of AAC than browsers and our packets accept. */
export const REFUSED_AAC: RefusalText = {
  code: 'codec',
  text: 'Your encoder sends an unusual kind of AAC. In OBS open Settings, Output and set the audio encoder to AAC, and Settings, Audio and set the channels to stereo.',
};

/** Beyond what one encoder may send, with the setting to change. */
export const REFUSED_LIMIT: Readonly<Record<ExceededLimit, RefusalText>> = {
  size: {
    code: CODE_OF_LIMIT.size,
    text: 'Your encoder sends a picture of more than 2560x1440. In OBS open Settings, Video and set the output (scaled) resolution to 1920x1080 or less.',
  },
  picture_rate: {
    code: CODE_OF_LIMIT.picture_rate,
    text: 'Your encoder sends more than 60 pictures a second. In OBS open Settings, Video and set Common FPS Values to 30 or 60.',
  },
  bitrate: {
    code: CODE_OF_LIMIT.bitrate,
    text: 'Your encoder sends more than 12,000 kbit/s. In OBS open Settings, Output and set the Bitrate to 2,500 to 6,000 Kbps.',
  },
  sound_only: {
    code: CODE_OF_LIMIT.sound_only,
    text: 'Your encoder sends sound but no picture. In OBS open Settings, Output and check that a video encoder is chosen, and add your camera to the sources.',
  },
};
