import type { RtpUnit } from './picture-queue.ts';
import type { RtpLine } from './rtp-outlet.ts';
import { bestFitting, makeWhepQuality, neededKbps } from './whep-quality.ts';

/*
 * One viewer's place among the renditions of a stream. Renditions are made from the source a moment later, so a viewer
 * moved down sees the new keyframe late, and one moved up sees it early: times never go back, and no picture is left
 * out in between.
 */

/** A rendition as a seat sees it. */
export interface Rung {
  readonly id: string;
  readonly kbps: number;
}

export interface SeatReader {
  isReady(): boolean;
  readonly line: RtpLine | undefined;
  send(track: 'video' | 'audio', unit: RtpUnit): void;
}

export interface Seat {
  /** The rendition that it gets now. */
  readonly rendition: string | undefined;
  /** The rendition that needs a keyframe. */
  wanted(rungs: readonly Rung[]): string | undefined;
  /** @returns whether it was sent */
  push(rendition: string, unit: RtpUnit, rungs: readonly Rung[]): boolean;
  pushAudio(unit: RtpUnit): boolean;
  /** Looks whether it should be moved. @returns the rendition that it needs a keyframe of */
  adapt(rungs: readonly Rung[], nowMs: number): string | undefined;
  /** A rendition has ended. */
  leave(rendition: string): void;
}

const TICKS_PER_MS = 90;
/** Late pictures after a move are sent one after the other, at this distance. */
const CATCH_UP_TICKS = 90;
/** A rendition this far ahead waits until the current one gets there. */
const AHEAD_TICKS = 20 * TICKS_PER_MS;
/** No longer than this. */
const HELD_TICKS_MAX = 1_500 * TICKS_PER_MS;
/**
 * A keyframe may be on its way; otherwise it is requested after this time, early when moving up, since the viewer
 * waits.
 */
const ASK_UP_MS = 250;
const ASK_DOWN_MS = 700;
/** A viewer whose line has drained after pictures were left out. */
const DRAINED_MS = 150;
const ASK_THINNED_MS = 2_000;

interface Move {
  readonly to: string;
  readonly isUp: boolean;
  askedMs: number;
  /** What has arrived of the next rendition, from its keyframe on. */
  held: RtpUnit[];
}

export function makeSeat(reader: SeatReader): Seat {
  const quality = makeWhepQuality();
  let rendition: string | undefined;
  let hasBegun = false;
  let move: Move | undefined;
  let lastTicks = -Infinity;
  /** Times up to here were sent before the last move. */
  let floorTicks: number | undefined;
  let askedMs = -Infinity;

  const deliver = (unit: RtpUnit): void => {
    if (floorTicks !== undefined && unit.ticks > floorTicks) floorTicks = undefined;
    const late = floorTicks === undefined ? undefined : (floorTicks += CATCH_UP_TICKS);
    lastTicks = Math.max(lastTicks, late ?? unit.ticks);
    reader.send('video', late === undefined ? unit : { ...unit, ticks: late });
  };

  const begin = (to: string, units: readonly RtpUnit[]): void => {
    rendition = to;
    hasBegun = true;
    move = undefined;
    floorTicks = lastTicks === -Infinity ? undefined : lastTicks;
    for (const unit of units) deliver(unit);
  };

  const first = (rungs: readonly Rung[]): string | undefined => {
    const { line } = reader;
    return rungs[
      line
        ? bestFitting(
            rungs.map(({ kbps }) => kbps),
            line.roomKbps,
          )
        : 0
    ]?.id;
  };

  /** Handles units of the target rendition. */
  const pushNext = (at: Move, unit: RtpUnit): boolean => {
    if (at.held.length > 0) at.held.push(unit);
    else if (!unit.isKey) return false;
    else if (unit.ticks - lastTicks <= AHEAD_TICKS) {
      begin(at.to, [unit]);
      return true;
    } else at.held = [unit];
    if (at.held.at(-1)!.ticks - at.held[0]!.ticks > HELD_TICKS_MAX) begin(at.to, at.held);
    return true;
  };

  const needsKey = (nowMs: number): string | undefined => {
    const { line } = reader;
    if (move && move.held.length === 0) {
      if (nowMs - move.askedMs < (move.isUp ? ASK_UP_MS : ASK_DOWN_MS)) return undefined;
      move.askedMs = nowMs;
      return move.to;
    }
    const isDrained = line !== undefined && line.isThinning && line.queueMs < DRAINED_MS;
    if (!isDrained || nowMs - askedMs < ASK_THINNED_MS) return undefined;
    askedMs = nowMs;
    return rendition;
  };

  return {
    get rendition() {
      return rendition;
    },
    wanted: (rungs) => move?.to ?? rendition ?? first(rungs),
    push(from, unit, rungs) {
      if (rendition === undefined) {
        if (!unit.isKey || !reader.isReady() || first(rungs) !== from) return false;
        begin(from, [unit]);
        return true;
      }
      if (move?.to === from) return pushNext(move, unit);
      if (from !== rendition) return false;
      const held = move?.held[0];
      if (move && held && unit.ticks >= held.ticks) begin(move.to, move.held);
      else deliver(unit);
      return true;
    },
    pushAudio(unit) {
      // Sound continues when its rendition has ended.
      if (!hasBegun) return false;
      reader.send('audio', unit);
      return true;
    },
    adapt(rungs, nowMs) {
      const { line } = reader;
      const place = rungs.findIndex(({ id }) => id === rendition);
      if (!line || place < 0) return undefined;
      line.want(place > 0 ? neededKbps(rungs[0]!.kbps) : undefined);
      const { roomKbps, queueMs } = line;
      const kbps = rungs.map((rung) => rung.kbps);
      const next = rungs[quality.decide({ kbps, place, roomKbps, queueMs }, nowMs)]!;
      const target = rungs.find(({ id }) => id === move?.to);
      // Cancel an upgrade that has not started if the line can no longer carry it.
      if (move?.isUp && move.held.length === 0 && roomKbps < (target?.kbps ?? Infinity)) move = undefined;
      if (next.id !== rendition && next.id !== move?.to) {
        const isUp = rungs.indexOf(next) < place;
        quality.onMoved(isUp, nowMs);
        move = { to: next.id, isUp, askedMs: isUp ? nowMs : -Infinity, held: [] };
      }
      return needsKey(nowMs);
    },
    leave(ended) {
      if (move?.to === ended) move = undefined;
      if (rendition === ended) rendition = undefined;
    },
  };
}
