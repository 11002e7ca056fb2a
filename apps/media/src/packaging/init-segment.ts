import { OPUS_HZ } from './opus.ts';
import { audioCodecOf } from './audio-format.ts';
import { box, fullBox, u8, u16, u32, UNITY_MATRIX } from './boxes.ts';
import type { PictureFormat } from './sps.ts';
import type { AacFormat, AudioFormat } from './units.ts';

export const VIDEO_TRACK = 1;
export const AUDIO_TRACK = 2;
/** Ticks of the video clock in a second, as RTP has it. */
export const VIDEO_HZ = 90_000;

const LANGUAGE_UNDETERMINED = 0x55c4;

function trackHeader(id: number, width: number, height: number): Buffer {
  const volume = id === AUDIO_TRACK ? 0x100 : 0;
  const size = u32(width * 65_536, height * 65_536);
  return fullBox('tkhd', 0, 3, u32(0, 0, id, 0, 0, 0, 0), u16(0, 0, volume, 0), UNITY_MATRIX, size);
}

function track(id: number, hz: number, sampleEntry: Buffer, width: number, height: number): Buffer {
  const isAudio = id === AUDIO_TRACK;
  const mediaHeader = fullBox('mdhd', 0, 0, u32(0, 0, hz, 0), u16(LANGUAGE_UNDETERMINED, 0));
  const handler = fullBox(
    'hdlr',
    0,
    0,
    u32(0),
    Buffer.from(isAudio ? 'soun' : 'vide'),
    u32(0, 0, 0),
    Buffer.from('klieg\0'),
  );
  const kindHeader = isAudio ? fullBox('smhd', 0, 0, u32(0)) : fullBox('vmhd', 0, 1, u32(0, 0));
  const dataInfo = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));
  const sampleTable = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sampleEntry),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  );
  const media = box('mdia', mediaHeader, handler, box('minf', kindHeader, dataInfo, sampleTable));
  return box('trak', trackHeader(id, width, height), media);
}

/** The decoder configuration record of one SPS and one PPS (ISO/IEC 14496-15, 5.3.3). */
export const avcConfiguration = (sps: Buffer, pps: Buffer): Buffer =>
  Buffer.concat([
    u8(1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1),
    u16(sps.length),
    sps,
    u8(1),
    u16(pps.length),
    pps,
  ]);

function avcEntry(format: PictureFormat, sps: Buffer, pps: Buffer): Buffer {
  return box(
    'avc1',
    u32(0),
    u16(0, 1),
    Buffer.alloc(16),
    u16(format.width, format.height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(0x18, 0xffff),
    box('avcC', avcConfiguration(sps, pps)),
  );
}

/** Opus in ISO media, two channels, pre-skip 312. */
function opusEntry(): Buffer {
  const specific = box('dOps', u8(0, 2), u16(312), u32(OPUS_HZ), u16(0), u8(0));
  const rate = u32(OPUS_HZ * 65_536);
  return box('Opus', u32(0), u16(0, 1), u32(0, 0), u16(2, 16), u32(0), rate, specific);
}

/** A descriptor of ISO/IEC 14496-1 with a short length. */
const descriptor = (tag: number, ...content: Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  return Buffer.concat([u8(tag, data.length), data]);
};

const AAC_DECODER_SPECIFIC = 5;
const AAC_DECODER_CONFIG = 4;
const ELEMENTARY_STREAM = 3;
const SYNC_LAYER = 6;

function aacEntry(format: AacFormat): Buffer {
  const config = descriptor(
    AAC_DECODER_CONFIG,
    // MPEG-4 audio, an audio stream, no buffer size, no bit rates.
    u8(0x40, 0x15, 0, 0, 0),
    u32(0, 0),
    descriptor(AAC_DECODER_SPECIFIC, format.config),
  );
  const stream = descriptor(
    ELEMENTARY_STREAM,
    u16(AUDIO_TRACK),
    u8(0),
    config,
    descriptor(SYNC_LAYER, u8(2)),
  );
  const rate = u32(Math.min(format.hz, 0xffff) * 65_536);
  const head = [u32(0), u16(0, 1), u32(0, 0), u16(format.channels, 16), u32(0), rate];
  return box('mp4a', ...head, fullBox('esds', 0, 0, stream));
}

export interface InitOptions {
  readonly format: PictureFormat;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly audio: AudioFormat | undefined;
}

const header = (tracks: readonly Buffer[], ids: readonly number[]): Buffer => {
  const movieHeader = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, 1_000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    UNITY_MATRIX,
    Buffer.alloc(24),
    u32(AUDIO_TRACK + 1),
  );
  const defaults = ids.map((id) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0)));
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41')),
    box('moov', movieHeader, ...tracks, box('mvex', ...defaults)),
  ]);
};

const audioTrack = (audio: AudioFormat): Buffer =>
  track(AUDIO_TRACK, audio.hz, audio.codec === 'opus' ? opusEntry() : aacEntry(audio), 0, 0);

/** The CMAF header of a stream: H.264 as track 1 and, with sound, Opus or AAC as track 2. */
export function initSegment({ format, sps, pps, audio }: InitOptions): Buffer {
  const { width, height } = format;
  const video = track(VIDEO_TRACK, VIDEO_HZ, avcEntry(format, sps, pps), width, height);
  if (!audio) return header([video], [VIDEO_TRACK]);
  return header([video, audioTrack(audio)], [VIDEO_TRACK, AUDIO_TRACK]);
}

/** The CMAF header for sound only, as track 2. */
export const audioInitSegment = (audio: AudioFormat): Buffer => header([audioTrack(audio)], [AUDIO_TRACK]);

/** The MIME codecs parameter of such a stream. */
export const codecsOf = (format: PictureFormat, audio: AudioFormat | undefined): string =>
  audio ? `${format.codec},${audioCodecOf(audio)}` : format.codec;
