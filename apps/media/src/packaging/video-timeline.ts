import { VIDEO_HZ } from './init-segment.ts';

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
const USUAL_TICKS = VIDEO_HZ / 30;
const LENGTH_MIN = VIDEO_HZ / 1000;
/** Below five pictures a second the estimate is not stretched any more. */
const ESTIMATE_MAX = VIDEO_HZ / 5;

/** @param startTicks where it begins; undefined: where its first picture says, for times that are the stream's own */
export function makeVideoTimeline(startTicks: number | undefined): VideoTimeline {
  let position = startTicks ?? 0;
  let last: number | undefined;
  /** What is taken off the sender's clock. */
  let origin = 0;
  let usual = USUAL_TICKS;
  let isOpen = false;

  const lengthTo = (target: number): number => Math.max(LENGTH_MIN, Math.round(target - origin - position));
  const estimate = (): number => (last === undefined ? 0 : lengthTo(last + Math.min(usual, ESTIMATE_MAX)));

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
      let length = 0;
      if (isOpen) length = isContinuous ? lengthTo(ticks) : estimate();
      position += length;
      if (isContinuous) usual += (delta - usual) / 8;
      else if (startTicks === undefined) position = Math.max(position, ticks);
      else origin = ticks - position;
      last = ticks;
      isOpen = true;
      return length;
    },
    end() {
      const length = isOpen ? estimate() : 0;
      position += length;
      isOpen = false;
      return length;
    },
    place: (senderTicks) => (last === undefined ? undefined : senderTicks - origin),
  };
}
