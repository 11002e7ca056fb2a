import { type RefusalText, refusedSound, refusedVideo } from './refusal-texts.ts';

/** What a video or audio message holds; times in milliseconds. */
export type FlvTag =
  | { readonly kind: 'config'; readonly data: Buffer }
  | { readonly kind: 'frame'; readonly data: Buffer; readonly compositionMs: number }
  /** Nothing to show or hear. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' }
  | ({ readonly kind: 'refused' } & RefusalText);

const VIDEO_AVC = 7;
const VIDEO_COMMAND_FRAME = 5;
const SOUND_EXTENDED = 9;
const SOUND_AAC = 10;
/** Multitrack messages of enhanced RTMP, which name their codec further on. */
const VIDEO_MULTITRACK = 6;
const SOUND_MULTITRACK = 5;
const SOUND_MULTICHANNEL = 4;

const EMPTY = { kind: 'empty' } as const;
const MALFORMED = { kind: 'malformed' } as const;

/** The four letters that name a codec in enhanced RTMP; printable ones only. */
const fourLetters = (payload: Buffer): string =>
  payload.toString('latin1', 1, 5).replaceAll(/[^\x21-\x7e]/g, '?');

function extendedVideo(payload: Buffer): FlvTag {
  if (payload.length < 5) return MALFORMED;
  const isMultitrack = (payload[0]! & 0x0f) === VIDEO_MULTITRACK;
  return { kind: 'refused', ...refusedVideo(isMultitrack ? 'multitrack' : fourLetters(payload)) };
}

/** Reads a video message (FLV 10.1, E.4.3; enhanced RTMP is recognised and refused). Never throws. */
export function parseVideoTag(payload: Buffer): FlvTag {
  if (payload.length === 0) return EMPTY;
  const first = payload[0]!;
  if (first & 0x80) return extendedVideo(payload);
  if (first >> 4 === VIDEO_COMMAND_FRAME) return EMPTY;
  if ((first & 0x0f) !== VIDEO_AVC) return { kind: 'refused', ...refusedVideo(first & 0x0f) };
  if (payload.length < 5) return MALFORMED;
  const data = payload.subarray(5);
  switch (payload[1]) {
    case 0:
      return { kind: 'config', data };
    case 1:
      return { kind: 'frame', data, compositionMs: payload.readIntBE(2, 3) };
    case 2:
      return EMPTY;
    default:
      return MALFORMED;
  }
}

function extendedSound(payload: Buffer): FlvTag {
  const packet = payload[0]! & 0x0f;
  if (packet === SOUND_MULTICHANNEL) return EMPTY;
  if (payload.length < 5) return MALFORMED;
  const isMultitrack = packet === SOUND_MULTITRACK;
  return { kind: 'refused', ...refusedSound(isMultitrack ? 'multitrack' : fourLetters(payload)) };
}

/** Reads an audio message (FLV 10.1, E.4.2). Never throws. */
export function parseAudioTag(payload: Buffer): FlvTag {
  if (payload.length === 0) return EMPTY;
  const format = payload[0]! >> 4;
  if (format === SOUND_EXTENDED) return extendedSound(payload);
  if (format !== SOUND_AAC) return { kind: 'refused', ...refusedSound(format) };
  if (payload.length < 2 || payload[1]! > 1) return MALFORMED;
  const data = payload.subarray(2);
  if (payload[1] === 0) return { kind: 'config', data };
  return data.length > 0 ? { kind: 'frame', data, compositionMs: 0 } : EMPTY;
}
