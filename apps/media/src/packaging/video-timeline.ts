import { VIDEO_HZ } from './init-segment.ts';
import type { StreamPace } from './stream-pace.ts';

/**
 * Places pictures one after the other without holes or overlaps. A picture ends where the next one
 * begins or, so that it can be sent at once, by estimate; what the estimate was off is made up for
 * by the pictures after it. All in ticks of 90 kHz.
 */
export interface VideoTimeline {
  /** Where the ended pictures end. */
  readonly endTicks: number;
  /** Length that the open picture would be given by estimate. */
  readonly estimateTicks: number;
  /**
   * Begins a picture and ends the one before. @returns the length of the one before, 0 when it had
   * ended already; undefined when this one is out of order and was not begun
   */
  begin(ticks: number): number | undefined;
  /** Ends the open picture by estimate. @returns its length */
  end(): number;
  /** Where a time of the sender's video clock lies; undefined before the first picture. */
  place(senderTicks: number): number | undefined;
}

/** A picture that claims to come later than this after the one before is a clock that jumped. */
const JUMP_TICKS = VIDEO_HZ * 10;
const PER_MS = VIDEO_HZ / 1000;
const USUAL_TICKS = VIDEO_HZ / 30;
const LENGTH_MIN = VIDEO_HZ / 1000;
/** Below five pictures a second the estimate is not stretched any more. */
const ESTIMATE_MAX = VIDEO_HZ / 5;

/**
 * @param startTicks where it begins; undefined: where its first picture says, for times that are the stream's own
 * @param pace holds a sender's clock that runs faster than time passes; absent: it is believed
 */
export function makeVideoTimeline(startTicks: number | undefined, pace?: StreamPace): VideoTimeline {
  let position = startTicks ?? 0;
  let last: number | undefined;
  /** Subtracted from the sender's clock. */
  let origin = 0;
  let usual = USUAL_TICKS;
  let isOpen = false;

  const lengthTo = (target: number): number => Math.max(LENGTH_MIN, Math.round(target - origin - position));
  const estimate = (): number => (last === undefined ? 0 : lengthTo(last + Math.min(usual, ESTIMATE_MAX)));

  /** Ends a picture. What its sender's clock is ahead of time is taken off. @returns its length */
  const give = (length: number): number => {
    const given = pace ? Math.min(length, Math.max(LENGTH_MIN, Math.floor(pace.leftMs * PER_MS))) : length;
    pace?.spend(given / PER_MS);
    position += given;
    origin += length - given;
    return given;
  };

  return {
    get endTicks() {
      return position;
    },
    get estimateTicks() {
      return estimate();
    },
    begin(ticks) {
      const delta = last === undefined ? undefined : ticks - last;
      if (delta !== undefined && delta <= 0 && delta > -JUMP_TICKS) return undefined;
      const isContinuous = delta !== undefined && delta > 0 && delta <= JUMP_TICKS;
      const length = isOpen ? give(isContinuous ? lengthTo(ticks) : estimate()) : 0;
      if (isContinuous) usual += (delta - usual) / 8;
      else if (startTicks === undefined) position = Math.max(position, ticks);
      else origin = ticks - position;
      last = ticks;
      isOpen = true;
      return length;
    },
    end() {
      const length = isOpen ? give(estimate()) : 0;
      isOpen = false;
      return length;
    },
    place: (senderTicks) => (last === undefined ? undefined : senderTicks - origin),
  };
}
