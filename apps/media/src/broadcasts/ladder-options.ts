import type { Log } from '@klieg/kernel';
import type { PictureFormat } from '../packaging/sps.ts';
import type { AudioFormat, AudioUnit, FragmentSink, VideoUnit } from '../packaging/units.ts';
import type { TranscodeBudget } from '../transcode/index.ts';

/** What a source is made of. */
export interface SourceFormat {
  readonly format: PictureFormat;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly audio: AudioFormat | undefined;
}

/** What a ladder is made with, and whom it notifies. */
export interface LadderOptions {
  readonly streamId: string;
  readonly budget: TranscodeBudget;
  readonly renditionsMax: number;
  readonly fragmentMs: number;
  readonly log: Log;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The sink of a rendition; asked once it is made. */
  readonly sinkOf: (rendition: string) => FragmentSink;
  readonly onRenditionEnd: (rendition: string) => void;
  /** The ladder has changed. */
  readonly onRenditions: () => void;
  /** The source's next keyframe is waited for. */
  readonly requestKeyframe: () => void;
  /** A rendition's pictures, for packagers of other ways out. */
  readonly onVideo: (rendition: string, unit: VideoUnit) => void;
  /** The sound in the other codec; undefined format: it has ended. */
  readonly onOtherAudioFormat: (format: AudioFormat | undefined) => void;
  readonly onOtherAudio: (unit: AudioUnit) => void;
}
