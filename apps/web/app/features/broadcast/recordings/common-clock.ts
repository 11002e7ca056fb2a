/** From this position in a file on it is this second of what is shown, until the next entry. */
export interface ClockPair {
  readonly file: number;
  readonly at: number;
}

/** A file's position at a second of what is shown; undefined if it has no picture then. */
export function placeAt(clock: readonly ClockPair[], second: number, duration: number): number | undefined {
  const nth = clock.findLastIndex(({ at }) => at <= second);
  const pair = clock[nth];
  if (!pair) return undefined;
  const place = pair.file + second - pair.at;
  const end = Math.min(clock[nth + 1]?.file ?? duration, duration);
  return place < end ? place : undefined;
}

/** What brings a picture to its place: a jump, or another speed for a moment, which nobody hears. */
export function correction(place: number, wanted: number): { readonly jump: boolean; readonly rate: number } {
  const late = wanted - place;
  if (Math.abs(late) > FAR_SECONDS) return { jump: true, rate: 1 };
  if (Math.abs(late) <= NEAR_SECONDS) return { jump: false, rate: 1 };
  return { jump: false, rate: late > 0 ? 1 + RATE : 1 - RATE };
}

const FAR_SECONDS = 0.5;
/** Less than a picture. */
const NEAR_SECONDS = 0.02;
const RATE = 0.06;
