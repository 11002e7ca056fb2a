import type { Log } from '@klieg/kernel';
import { makeFragmenter, type Fragmenter } from '../packaging/fragmenter.ts';
import { isSameAudio } from '../packaging/audio-format.ts';
import type { PictureFormat } from '../packaging/sps.ts';
import type { AudioFormat, AudioUnit, FragmentSink, VideoUnit } from '../packaging/units.ts';
import {
  estimateCores,
  ladderFor,
  leastLevel,
  openTranscoder,
  reducedLadder,
  type RenditionSpec,
  type TranscodeBudget,
  type Transcoder,
} from '../transcode/index.ts';
import { makeEffort } from './effort.ts';
import { type LadderWish, makeLadderWish } from './ladder-wish.ts';
import { makePictureRate } from './picture-rate.ts';

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
   * To be said each second or so; what is made is kept for a while after it was wanted last.
   * @param isSoundWanted whether a way out takes the sound in the other codec; beside renditions it is made anyway
   */
  setWanted(wish: LadderWish, nowMs: number, isSoundWanted: boolean): void;
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

/** Where the machine had no room for all renditions, more of them are tried again after this. */
const RETRY_MS = 30_000;
const FPS_ASSUMED = 30;

const isSameSource = (one: SourceFormat, other: SourceFormat): boolean =>
  one.format.width === other.format.width &&
  one.format.height === other.format.height &&
  one.sps.equals(other.sps) &&
  one.pps.equals(other.pps) &&
  isSameAudio(one.audio, other.audio);

/** A transcoder that is being started, and the format of its sound once it is known. */
interface Successor {
  readonly transcoder: Transcoder;
  audio: AudioFormat | undefined;
}

export function makeLadder(options: LadderOptions): Ladder {
  const { streamId, budget } = options;
  let source: SourceFormat | undefined;
  let transcoder: Transcoder | undefined;
  /** Takes the place of `transcoder` at a keyframe of the source, once it runs. */
  let next: Successor | undefined;
  let packagers = new Map<string, Fragmenter>();
  const wishes = makeLadderWish();
  let wish: LadderWish = 'nothing';
  let isSoundWanted = false;
  let isPassthrough = false;
  let isUnsupported = false;
  let reported = { cpuSeconds: 0, atMs: 0 };
  const rate = makePictureRate();
  const effort = makeEffort(() => (source ? leastLevel(ladderFor(source.format, options.renditionsMax)) : 0));
  /** Less is to be made from the next look on. */
  let isReducing = false;
  /** How much is left out of what is made; beyond the level of `effort` for want of room. */
  let madeLevel = 0;
  let triedAtMs = 0;

  const stop = (): void => {
    next?.transcoder.close();
    transcoder?.close();
    next = transcoder = undefined;
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

  /** How much is left out of the ladder, whether or not there is room for more. */
  const levelWished = (full: readonly RenditionSpec[]): number =>
    wish === 'smallest' ? Math.max(effort.level, full.length - 1) : effort.level;

  /** As much of the ladder as there is time and room for, down to a level; undefined: none of it. */
  const reserve = (from: SourceFormat, levelMax: number): readonly RenditionSpec[] | undefined => {
    const full = ladderFor(from.format, options.renditionsMax);
    madeLevel = levelWished(full);
    if (full.length === 0) return full;
    const fps = rate.fps ?? FPS_ASSUMED;
    for (; madeLevel <= levelMax; madeLevel++) {
      const specs = reducedLadder(full, madeLevel);
      if (budget.tryReserve(streamId, estimateCores(from.format, specs, fps))) return specs;
    }
    return undefined;
  };

  /** A transcoder of what there is time and room for; undefined: there is nothing to be made. */
  const open = (from: SourceFormat): Transcoder | undefined => {
    const least = leastLevel(ladderFor(from.format, options.renditionsMax));
    triedAtMs = options.now();
    const reserved = reserve(from, least);
    isPassthrough = reserved === undefined;
    const renditions = reserved ?? [];
    if (renditions.length === 0 && !(from.audio && isSoundWanted)) return undefined;
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
      onAudioFormat(format) {
        if (next?.transcoder === opened) next.audio = format;
        else if (transcoder === opened) options.onOtherAudioFormat(format);
      },
      onAudio: (unit) => transcoder === opened && options.onOtherAudio(unit),
      onGap: () => options.requestKeyframe(),
      onBehind: () => (isReducing ||= effort.onBehind(options.now())),
      onState(state) {
        if (next?.transcoder === opened) {
          if (state === 'running') options.requestKeyframe();
          else next = undefined;
        } else if (transcoder === opened && state !== 'running') {
          isUnsupported ||= state === 'unsupported';
          stop();
        }
      },
    });
    return opened;
  };

  const start = (from: SourceFormat): void => {
    transcoder = open(from);
    reported = { cpuSeconds: 0, atMs: 0 };
    if (transcoder) options.requestKeyframe();
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
    if (source && wish !== 'nothing' && !isUnsupported) start(source);
  };

  /** Makes another part of the ladder; what goes on being made has no gap for its viewers. */
  const change = (): void => {
    if (!transcoder || !source || isUnsupported) return restart();
    next?.transcoder.close();
    const opened = open(source);
    next = opened && { transcoder: opened, audio: undefined };
  };

  /** The successor begins with the source's keyframe that comes now. */
  const handOver = ({ transcoder: opened, audio }: Successor): void => {
    transcoder?.close();
    transcoder = opened;
    next = undefined;
    reported = { cpuSeconds: 0, atMs: 0 };
    const made = new Set<string>(opened.renditions.map(({ id }) => id));
    for (const id of [...packagers.keys()].filter((one) => !made.has(one))) {
      packagers.delete(id);
      options.onRenditionEnd(id);
    }
    options.onOtherAudioFormat(audio);
    options.onRenditions();
  };

  /** Makes more where room has come free since the last try; what is made goes on where it has not. */
  const grow = (nowMs: number): void => {
    if (!source || isUnsupported || nowMs - triedAtMs < RETRY_MS) return;
    triedAtMs = nowMs;
    const full = ladderFor(source.format, options.renditionsMax);
    if (madeLevel > levelWished(full) && reserve(source, madeLevel - 1)) change();
  };

  return {
    get renditions() {
      return [...packagers.keys()];
    },
    get expectedCount() {
      return (next?.transcoder ?? transcoder)?.renditions.length ?? 0;
    },
    get isPassthrough() {
      return isPassthrough;
    },
    setSource(next) {
      if (source && isSameSource(source, next)) return;
      source = next;
      restart();
    },
    setWanted(wanted, nowMs, isSoundWantedNow) {
      report(nowMs);
      const before = wish;
      const isOtherSound = isSoundWantedNow !== isSoundWanted;
      isSoundWanted = isSoundWantedNow;
      wish = wishes.at(wanted, nowMs);
      if (transcoder && (isReducing || effort.relax(nowMs))) {
        options.log.info({ streamId, level: effort.level }, 'another part of the renditions is made');
        restart();
      }
      isReducing = false;
      if (wish === before) {
        if (wanted !== 'nothing') grow(nowMs);
        // A child that makes renditions makes the sound, too.
        if (isOtherSound && !(next?.transcoder ?? transcoder)?.renditions.length) restart();
      } else if (wish === 'nothing') stop();
      else if (before === 'nothing') restart();
      else change();
    },
    pushVideo(unit) {
      rate.onPicture(unit.ticks);
      if (unit.isKey && next?.transcoder.state === 'running') handOver(next);
      transcoder?.pushVideo(unit);
    },
    pushAudio(unit) {
      transcoder?.pushAudio(unit);
      for (const packager of packagers.values()) packager.pushAudio(unit);
    },
    requestKeyframe: (rendition) => transcoder?.requestKeyframe(rendition),
    restart,
    close() {
      wish = 'nothing';
      stop();
    },
  };
}
