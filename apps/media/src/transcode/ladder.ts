/** One smaller version of a stream. */
export interface RenditionSpec {
  readonly id: '480p' | '360p' | '240p';
  /** Even, as H.264 with halved chroma needs it. */
  readonly width: number;
  readonly height: number;
  readonly kbps: number;
  /** A source with more pictures a second is thinned out evenly to at most this. */
  readonly fpsMax: number;
}

type Rung = Omit<RenditionSpec, 'width'>;

/** Largest first; the last is for connections that carry little more than the sound. */
const RUNGS: readonly Rung[] = [
  { id: '480p', height: 480, kbps: 1_200, fpsMax: 60 },
  { id: '360p', height: 360, kbps: 700, fpsMax: 60 },
  { id: '240p', height: 240, kbps: 300, fpsMax: 20 },
];

/** A strip of a picture would be scaled to nothing; encoders want at least one block. */
const WIDTH_MIN = 16;

/**
 * Pixels that one core decodes, scales and encodes in a second. Measured at the pace of a live stream, including
 * decoding of a source of about twice the size of the ladder, and rounded down.
 */
const PIXELS_PER_CORE_SECOND = 70_000_000;
/** That share: pixels decoded for each that is made. */
const DECODED_PER_MADE = 2;
/**
 * Pixels beyond that share which one core decodes in a second: 1440p of 10 Mbit/s was measured at 1,800 million in
 * its cheapest form, and the dearest forms cost some four times as much.
 */
const DECODED_PIXELS_PER_CORE_SECOND = 450_000_000;
/** Pictures a second of the smallest rendition where the machine makes nothing else in time. */
const REDUCED_FPS = 10;
/** A child's cost besides the pictures: messages and sound. */
const CORES_PER_CHILD = 0.03;

const evenWidth = (width: number): number => Math.max(WIDTH_MIN, Math.round(width / 2) * 2);

/** The renditions below a source of this size, largest first; with more than `renditionsMax` the smallest stay. */
export function ladderFor(
  format: { readonly width: number; readonly height: number },
  renditionsMax: number,
): readonly RenditionSpec[] {
  const below = RUNGS.filter((rung) => rung.height < format.height);
  return below
    .slice(Math.max(0, below.length - Math.max(0, renditionsMax)))
    .map((rung) => ({ ...rung, width: evenWidth((format.width * rung.height) / format.height) }));
}

/** A picture that is this much smaller or larger than a rung is near enough to take its place. */
const NEAR_LEAST = 0.7;
const NEAR_MOST = 1.4;

/** The rung that a picture of this height can replace, the nearest of several; undefined: none. */
export function rungNear(height: number): RenditionSpec['id'] | undefined {
  const near = RUNGS.filter(
    (rung) => height >= rung.height * NEAR_LEAST && height <= rung.height * NEAR_MOST,
  );
  const distance = (rung: Rung): number => Math.abs(Math.log(height / rung.height));
  return near.sort((one, other) => distance(one) - distance(other))[0]?.id;
}

/** A viewer who cannot receive a rung is served well enough by a picture of a little more than half its height. */
const COVERED_LEAST = 0.55;

/** What is left to make of a ladder when the publisher sends pictures of these heights. */
export const uncovered = (
  renditions: readonly RenditionSpec[],
  heights: readonly number[],
): readonly RenditionSpec[] =>
  renditions.filter(
    (rung) =>
      !heights.some((height) => height >= rung.height * COVERED_LEAST && height <= rung.height * NEAR_MOST),
  );

/** The level of `reducedLadder` with the least: the smallest rendition at few pictures a second. */
export const leastLevel = (full: readonly RenditionSpec[]): number => full.length;

/**
 * The part of a ladder to make when the machine is too slow for all of it: each level leaves out the largest remaining
 * one, and the last level also pictures of the smallest. @param full largest first
 */
export function reducedLadder(full: readonly RenditionSpec[], level: number): readonly RenditionSpec[] {
  const kept = full.slice(Math.min(level, Math.max(0, full.length - 1)));
  return level < full.length ? kept : kept.map((spec) => ({ ...spec, fpsMax: REDUCED_FPS }));
}

/**
 * A ladder's estimated cost, in cores, before its child has reported its use.
 * @param source size of the pictures that must be decoded first
 */
export function estimateCores(
  source: { readonly width: number; readonly height: number },
  renditions: readonly RenditionSpec[],
  fps: number,
): number {
  const pixels = renditions.reduce(
    (sum, { width, height, fpsMax }) => sum + width * height * Math.min(fps, fpsMax),
    0,
  );
  const decoded = renditions.length > 0 ? source.width * source.height * fps : 0;
  const beyond = Math.max(0, decoded - pixels * DECODED_PER_MADE);
  return CORES_PER_CHILD + pixels / PIXELS_PER_CORE_SECOND + beyond / DECODED_PIXELS_PER_CORE_SECOND;
}
