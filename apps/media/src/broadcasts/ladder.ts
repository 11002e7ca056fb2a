import { isSameAudio } from '../packaging/audio-format.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';
import {
  estimateCores,
  ladderFor,
  leastLevel,
  openTranscoder,
  reducedLadder,
  type RenditionSpec,
  type Transcoder,
  uncovered,
} from '../transcode/index.ts';
import { makeBeside } from './beside.ts';
import { makeEffort } from './effort.ts';
import type { LadderOptions, SourceFormat } from './ladder-options.ts';
import { type LadderWish, makeLadderWish } from './ladder-wish.ts';
import { makePictureRate } from './picture-rate.ts';
import { makeRenditionPackagers } from './rendition-packagers.ts';

/**
 * The smaller renditions of one stream and its sound in the other codec, made while wanted and while the machine has
 * capacity. All times are the stream's own.
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
   * To be called about each second; renditions are kept for a while after they were last wanted.
   * @param isSoundWanted whether an output needs the sound in the other codec; with renditions it is made anyway
   */
  setWanted(wish: LadderWish, nowMs: number, isSoundWanted: boolean): void;
  /**
   * The publisher sends these sizes, so their counterparts are not made.
   * @param ids renditions they belong to, which continue without an end
   */
  setBeside(heights: readonly number[], ids: readonly string[]): void;
  /** Such sizes are about to come: their possible counterparts are held back for a moment. */
  hold(): void;
  pushVideo(unit: VideoUnit): void;
  pushAudio(unit: AudioUnit): void;
  requestKeyframe(rendition: string): void;
  /** Starts again, asking for new sinks. */
  restart(): void;
  close(): void;
}

/** If there was no capacity for all renditions, more are tried after this. */
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
  const packagers = makeRenditionPackagers(options);
  const beside = makeBeside(options.now);
  const wishes = makeLadderWish();
  let wish: LadderWish = 'nothing';
  let isSoundWanted = false;
  let isPassthrough = false;
  let isUnsupported = false;
  let reported = { cpuSeconds: 0, atMs: 0 };
  const rate = makePictureRate();
  const ladderOf = ({ format }: SourceFormat): readonly RenditionSpec[] =>
    uncovered(ladderFor(format, options.renditionsMax), beside.heights);
  const isWanted = (rendition: string): boolean =>
    source !== undefined && ladderOf(source).some(({ id }) => id === rendition);
  const effort = makeEffort(() => (source ? leastLevel(ladderOf(source)) : 0));
  /** Less is to be made from the next look on. */
  let isReducing = false;
  /** How much is left out; above the level of `effort` for lack of capacity. */
  let madeLevel = 0;
  let triedAtMs = 0;

  const endRendition = (rendition: string): void => {
    packagers.drop(rendition);
    options.onRenditionEnd(rendition);
  };

  const stop = (): void => {
    next?.transcoder.close();
    transcoder?.close();
    next = transcoder = undefined;
    budget.release(streamId);
    const made = packagers.ids;
    for (const rendition of made) endRendition(rendition);
    options.onOtherAudioFormat(undefined);
    if (made.length > 0) options.onRenditions();
  };

  /** How much is left out of the ladder, whether or not there is room for more. */
  const levelWished = (full: readonly RenditionSpec[]): number =>
    wish === 'smallest' ? Math.max(effort.level, full.length - 1) : effort.level;

  /** As much of the ladder as time and capacity allow, down to a level; undefined: nothing. */
  const reserve = (from: SourceFormat, levelMax: number): readonly RenditionSpec[] | undefined => {
    const full = ladderOf(from);
    madeLevel = levelWished(full);
    if (full.length === 0) {
      budget.release(streamId);
      return full;
    }
    const fps = rate.fps ?? FPS_ASSUMED;
    for (; madeLevel <= levelMax; madeLevel++) {
      const specs = reducedLadder(full, madeLevel);
      if (budget.tryReserve(streamId, estimateCores(from.format, specs, fps))) return specs;
    }
    return undefined;
  };

  /** A transcoder for what is possible; undefined: nothing to make. */
  const open = (from: SourceFormat): Transcoder | undefined => {
    const least = leastLevel(ladderOf(from));
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
        if (transcoder !== opened || !isWanted(rendition)) return;
        packagers.pushVideo(rendition, unit, from.audio);
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
    beside.settle();
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
    if (source && wish !== 'nothing' && !isUnsupported && !beside.isHeld()) start(source);
  };

  /** Makes another part of the ladder; renditions that continue have no gap for their viewers. */
  const change = (): void => {
    if (!transcoder || !source || isUnsupported) return restart();
    next?.transcoder.close();
    const opened = open(source);
    next = opened && { transcoder: opened, audio: undefined };
    if (!opened && ladderOf(source).length === 0) stop();
  };

  /** The successor begins with the source's keyframe that comes now. */
  const handOver = ({ transcoder: opened, audio }: Successor): void => {
    transcoder?.close();
    transcoder = opened;
    next = undefined;
    reported = { cpuSeconds: 0, atMs: 0 };
    const made = new Set<string>(opened.renditions.map(({ id }) => id));
    for (const id of packagers.ids.filter((one) => !made.has(one))) endRendition(id);
    options.onOtherAudioFormat(audio);
    options.onRenditions();
  };

  /** Makes more if capacity was freed since the last try; otherwise the current renditions continue. */
  const grow = (nowMs: number): void => {
    if (!source || isUnsupported || nowMs - triedAtMs < RETRY_MS) return;
    triedAtMs = nowMs;
    const full = ladderOf(source);
    if (full.length > 0 && madeLevel > levelWished(full) && reserve(source, madeLevel - 1)) change();
  };

  return {
    get renditions() {
      return packagers.ids;
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
    setBeside(heights, ids) {
      beside.set(heights);
      for (const id of packagers.ids.filter((one) => !isWanted(one)))
        if (ids.includes(id)) packagers.drop(id);
        else endRendition(id);
      // Nothing is left to be made: what it took of the machine is free for others at once.
      if (!source || ladderOf(source).length > 0) return;
      isPassthrough = false;
      if (transcoder) restart();
    },
    hold: beside.hold,
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
      if (wish === before && wish !== 'nothing' && beside.settle()) change();
      else if (wish === before) {
        if (wanted !== 'nothing') grow(nowMs);
        // The child that makes renditions also makes the sound.
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
      packagers.pushAudio(unit);
    },
    requestKeyframe: (rendition) => transcoder?.requestKeyframe(rendition),
    restart,
    close() {
      wish = 'nothing';
      stop();
    },
  };
}
