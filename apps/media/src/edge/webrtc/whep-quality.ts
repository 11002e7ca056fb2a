/*
 * Which rendition a WebRTC viewer is sent, by the capacity of the connection. Down at once, up only after a while, and
 * later after each failed step.
 */

export interface WhepLadder {
  /** What renditions need, best first, in kbit/s; 0 where not known yet. */
  readonly kbps: readonly number[];
  /** Of the present one. */
  readonly place: number;
  /** What the line carries of pictures, in kbit/s. */
  readonly roomKbps: number;
  /** How long the pictures that wait take to go out. */
  readonly queueMs: number;
}

export interface WhepQuality {
  /** @returns the place of the one to send */
  decide(ladder: WhepLadder, nowMs: number): number;
  /** The viewer is moved. */
  onMoved(isUp: boolean, nowMs: number): void;
}

/**
 * A rendition fits a connection that carries this factor of its rate, and stays as long as its rate is carried at all.
 */
const HEADROOM = 1.1;
const KEEPS = 0.9;
/** A little too much has to last; far too much does not. */
const FAR_TOO_MUCH = 0.6;
const LASTS_MS = 600;
/** Pictures that pile up for longer than this do not go through, whatever is thought of the line. */
const QUEUE_MS_MAX = 400;
const RAISE_MS = 500;
const RAISE_MS_MAX = 60_000;
/** A step down this soon after a step up is a failure of that step. */
const FAILED_MS = 8_000;
const SETTLE_MS = 700;

/** What the line has to carry before a viewer is moved up to this. */
export const neededKbps = (kbps: number): number => kbps * HEADROOM;

/** The best that fits; the smallest if none does. */
export function bestFitting(kbps: readonly number[], roomKbps: number): number {
  const place = kbps.findIndex((need) => neededKbps(need) <= roomKbps);
  return place < 0 ? kbps.length - 1 : place;
}

export function makeWhepQuality(): WhepQuality {
  let calmSinceMs: number | undefined;
  let raiseMs = RAISE_MS;
  let raisedMs = -Infinity;
  let movedMs = -Infinity;
  let tightSinceMs: number | undefined;

  /** Whether what is sent does not get through. */
  const isTooMuch = (need: number, roomKbps: number, queueMs: number, nowMs: number): boolean => {
    const isTight = roomKbps < need * KEEPS || queueMs > QUEUE_MS_MAX;
    tightSinceMs = isTight ? (tightSinceMs ?? nowMs) : undefined;
    const isFar = roomKbps < need * FAR_TOO_MUCH;
    return isFar || (tightSinceMs !== undefined && nowMs - tightSinceMs >= LASTS_MS);
  };

  return {
    decide({ kbps, place, roomKbps, queueMs }, nowMs) {
      const best = bestFitting(kbps, roomKbps);
      if (best >= place || queueMs > QUEUE_MS_MAX / 2) calmSinceMs = undefined;
      else calmSinceMs ??= nowMs;
      const isBad = isTooMuch(kbps[place]!, roomKbps, queueMs, nowMs);
      if (nowMs - movedMs < SETTLE_MS) return place;
      if (isBad && place < kbps.length - 1) return Math.max(place + 1, best);
      return calmSinceMs !== undefined && nowMs - calmSinceMs >= raiseMs ? best : place;
    },
    onMoved(isUp, nowMs) {
      calmSinceMs = tightSinceMs = undefined;
      movedMs = nowMs;
      if (isUp) raisedMs = nowMs;
      else if (nowMs - raisedMs < FAILED_MS) {
        raiseMs = Math.min(RAISE_MS_MAX, raiseMs * 2);
        raisedMs = -Infinity;
      } else raiseMs = RAISE_MS;
    },
  };
}
