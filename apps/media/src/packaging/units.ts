/*
 * What flows through the media process: pictures and sound with their times in, CMAF chunks out. Every
 * way in makes units, every rendition cuts its units into chunks, every way out takes chunks or units.
 */

import type { PictureFormat } from './sps.ts';

/** Sound as browsers send it. */
export interface OpusFormat {
  readonly codec: 'opus';
  readonly hz: 48_000;
  readonly channels: 2;
}

/** Sound as RTMP brings it and HLS players want it. */
export interface AacFormat {
  readonly codec: 'aac';
  readonly hz: number;
  readonly channels: number;
  /** The AudioSpecificConfig of ISO/IEC 14496-3. */
  readonly config: Buffer;
}

export type AudioFormat = OpusFormat | AacFormat;

/** A picture with its unwrapped decode time in ticks of 90 kHz. */
export interface VideoUnit {
  readonly ticks: number;
  /** Time from decoding to showing in ticks of 90 kHz; absent or 0 without B-frames. */
  readonly compositionTicks?: number;
  readonly isKey: boolean;
  /** Parameter sets, where they came with this picture. */
  readonly sps: Buffer | undefined;
  readonly pps: Buffer | undefined;
  /** Slices and other NAL units without start codes, lengths or parameter sets. */
  readonly nals: readonly Buffer[];
}

/** A keyframe with the parameter sets that a decoder needs. */
export interface Keyframe {
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly nals: readonly Buffer[];
}

/** A packet of sound with its place on the video clock. */
export interface AudioUnit {
  readonly onVideoMs: number;
  /** In ticks of the format's clock. */
  readonly durationTicks: number;
  readonly data: Buffer;
}

/** The header of a rendition; a new size or codec makes a new one. */
export interface StreamInit {
  /** Value for the MIME parameter `codecs`. */
  readonly codecs: string;
  readonly format: PictureFormat;
  readonly hasAudio: boolean;
  /** ftyp and moov. */
  readonly data: Buffer;
}

/** One CMAF chunk, moof and mdat. */
export interface Fragment {
  readonly data: Buffer;
  /** True when a decoder can begin here. */
  readonly isKey: boolean;
  /** Decode time of its first picture in milliseconds since the start of the stream. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** Takes one rendition: a header first, a key chunk after each header. */
export interface FragmentSink {
  setInit(init: StreamInit): void;
  append(fragment: Fragment, nowMs: number): void;
}
