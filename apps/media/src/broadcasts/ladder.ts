import type { Log } from '@klieg/kernel';
import { makeFragmenter, type Fragmenter } from '../packaging/fragmenter.ts';
import { isSameAudio } from '../packaging/audio-format.ts';
import type { PictureFormat } from '../packaging/sps.ts';
import type { AudioFormat, AudioUnit, FragmentSink, VideoUnit } from '../packaging/units.ts';
import {
  estimateCores,
  ladderFor,
  openTranscoder,
  type TranscodeBudget,
  type Transcoder,
} from '../transcode/index.ts';

/** What a source is made of. */
export interface SourceFormat {
  readonly format: PictureFormat;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly audio: AudioFormat | undefined;
}

/**
 * The smaller renditions of one stream and its sound in the other codec, made while somebody wants
 * them and the machine has room. All times are the stream's own.
 */
export interface Ladder {
  /** Ids that are made now, best first. */
  readonly renditions: readonly string[];
  /** How many will be made, once they have begun. */
  readonly expectedCount: number;
  /** True where the machine had no room for pictures. */
  readonly isPassthrough: boolean;
  /** The format of the source, at the start and when it changes. */
  setSource(source: SourceFormat): void;
  /**
   * Whether somebody watches who may profit, to be said each second or so; the ladder is kept for a
   * while after the last one left.
   */
  setWanted(isWanted: boolean, nowMs: number): void;
  pushVideo(unit: VideoUnit): void;
  pushAudio(unit: AudioUnit): void;
  requestKeyframe(rendition: string): void;
  /** Begins anew, with sinks asked again. */
  restart(): void;
  close(): void;
}

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

/** A ladder that nobody uses is kept for this long, since viewers come and go. */
const IDLE_MS = 30_000;
const FPS_ASSUMED = 30;

const isSameSource = (one: SourceFormat, other: SourceFormat): boolean =>
  one.format.width === other.format.width &&
  one.format.height === other.format.height &&
  one.sps.equals(other.sps) &&
  one.pps.equals(other.pps) &&
  isSameAudio(one.audio, other.audio);

export function makeLadder(options: LadderOptions): Ladder {
  const { streamId, budget } = options;
  let source: SourceFormat | undefined;
  let transcoder: Transcoder | undefined;
  let packagers = new Map<string, Fragmenter>();
  let isWanted = false;
  let unwantedSinceMs = 0;
  let isPassthrough = false;
  let isUnsupported = false;
  let reported = { cpuSeconds: 0, atMs: 0 };

  const stop = (): void => {
    transcoder?.close();
    transcoder = undefined;
    budget.release(streamId);
    for (const rendition of packagers.keys()) options.onRenditionEnd(rendition);
    const hadRenditions = packagers.size > 0;
    packagers = new Map();
    options.onOtherAudioFormat(undefined);
    if (hadRenditions) options.onRenditions();
  };

  const packagerOf = (rendition: string, from: SourceFormat): Fragmenter => {
    const known = packagers.get(rendition);
    if (known) return known;
    const sink = options.sinkOf(rendition);
    const made = makeFragmenter({
      audio: from.audio,
      fragmentMs: options.fragmentMs,
      startMs: undefined,
      onInit(init) {
        sink.setInit(init);
        options.onRenditions();
      },
      onFragment: (fragment) => sink.append(fragment, options.now()),
    });
    packagers.set(rendition, made);
    return made;
  };

  const start = (from: SourceFormat): void => {
    const full = ladderFor(from.format, options.renditionsMax);
    const cores = estimateCores(full, FPS_ASSUMED);
    isPassthrough = full.length > 0 && !budget.tryReserve(streamId, cores);
    const renditions = isPassthrough ? [] : full;
    if (renditions.length === 0 && !from.audio) return;
    const opened = openTranscoder({
      ...from,
      renditions,
      log: options.log,
      now: options.now,
      onVideo(rendition, unit) {
        if (transcoder !== opened) return;
        packagerOf(rendition, from).pushVideo(unit);
        options.onVideo(rendition, unit);
      },
      onAudioFormat: (format) => transcoder === opened && options.onOtherAudioFormat(format),
      onAudio: (unit) => transcoder === opened && options.onOtherAudio(unit),
      onGap: () => options.requestKeyframe(),
      onState(state) {
        if (transcoder !== opened || state === 'running') return;
        isUnsupported ||= state === 'unsupported';
        stop();
      },
    });
    transcoder = opened;
    reported = { cpuSeconds: 0, atMs: 0 };
    options.requestKeyframe();
  };

  const report = (nowMs: number): void => {
    if (!transcoder) return;
    const { cpuSeconds } = transcoder;
    const seconds = (nowMs - reported.atMs) / 1000;
    const used = (cpuSeconds - reported.cpuSeconds) / seconds;
    if (used >= 0 && seconds > 0 && reported.atMs > 0) budget.report(streamId, used);
    reported = { cpuSeconds, atMs: nowMs };
  };

  const restart = (): void => {
    if (transcoder) stop();
    if (source && isWanted && !isUnsupported) start(source);
  };

  return {
    get renditions() {
      return [...packagers.keys()];
    },
    get expectedCount() {
      return transcoder?.renditions.length ?? 0;
    },
    get isPassthrough() {
      return isPassthrough;
    },
    setSource(next) {
      if (source && isSameSource(source, next)) return;
      source = next;
      restart();
    },
    setWanted(wanted, nowMs) {
      report(nowMs);
      if (wanted) {
        unwantedSinceMs = nowMs;
        if (isWanted) return;
        isWanted = true;
        restart();
      } else if (isWanted && nowMs - unwantedSinceMs >= IDLE_MS) {
        isWanted = false;
        stop();
      }
    },
    pushVideo(unit) {
      transcoder?.pushVideo(unit);
    },
    pushAudio(unit) {
      transcoder?.pushAudio(unit);
      for (const packager of packagers.values()) packager.pushAudio(unit);
    },
    requestKeyframe: (rendition) => transcoder?.requestKeyframe(rendition),
    restart,
    close() {
      isWanted = false;
      stop();
    },
  };
}
