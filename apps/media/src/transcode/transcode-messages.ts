import type { AudioFormat } from '../packaging/units.ts';
import type { RenditionSpec } from './ladder.ts';

/*
 * What the media process and a transcode child say to each other (advanced serialization). Every video
 * and audio message is answered by exactly one `done`, in order, so that the queue can be counted.
 */

/** The first message: input and wanted outputs. */
export interface TranscodeSetup {
  readonly kind: 'setup';
  readonly width: number;
  readonly height: number;
  /** The source's decoder configuration record (avcC). */
  readonly avcConfiguration: Uint8Array;
  readonly audio: AudioFormat | undefined;
  /** Largest first. */
  readonly renditions: readonly RenditionSpec[];
}

export interface VideoMessage {
  readonly kind: 'video';
  /** Decode time, 90 kHz. */
  readonly ticks: number;
  readonly compositionTicks: number;
  readonly isKey: boolean;
  /** NAL units, each with its length in four bytes; parameter sets included. */
  readonly data: Uint8Array;
}

export interface AudioMessage {
  readonly kind: 'audio';
  readonly onVideoMs: number;
  readonly data: Uint8Array;
}

export interface KeyframeMessage {
  readonly kind: 'keyframe';
  readonly renditionId: string;
}

export type TranscodeMessage = TranscodeSetup | VideoMessage | AudioMessage | KeyframeMessage;

/** A picture of a rendition as its encoder made it. */
export interface EncodedPicture {
  readonly renditionId: string;
  readonly ticks: number;
  readonly compositionTicks: number;
  readonly isKey: boolean;
  /** NAL units with start codes (Annex B), parameter sets in front of keyframes. */
  readonly data: Uint8Array;
}

/** A packet of the converted sound. */
export interface EncodedSound {
  readonly onVideoMs: number;
  readonly durationTicks: number;
  readonly data: Uint8Array;
}

export type TranscodeAnswer =
  | {
      readonly kind: 'ready';
      /** The format of the converted sound; undefined without sound. */
      readonly audio: AudioFormat | undefined;
    }
  /** The codecs are not installed; nothing more is wanted. */
  | { readonly kind: 'unsupported'; readonly detail: string }
  | {
      readonly kind: 'done';
      readonly pictures: readonly EncodedPicture[];
      readonly sounds: readonly EncodedSound[];
      /** Processor time of the child so far. */
      readonly cpuSeconds: number;
    }
  | { readonly kind: 'fault'; readonly detail: string };
