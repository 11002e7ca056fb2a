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
 * Pixels that one core decodes, scales and encodes in a second. Measured at the pace of a live stream,
 * with a share for decoding a source of about twice the size of the ladder, and rounded down.
 */
const PIXELS_PER_CORE_SECOND = 70_000_000;
/** What a child costs beside the pictures: messages and sound. */
const CORES_PER_CHILD = 0.03;

const evenWidth = (width: number): number => Math.max(WIDTH_MIN, Math.round(width / 2) * 2);

/** The renditions below a source of this size, largest first; of more than `renditionsMax` the smallest stay. */
export function ladderFor(
  format: { readonly width: number; readonly height: number },
  renditionsMax: number,
): readonly RenditionSpec[] {
  const below = RUNGS.filter((rung) => rung.height < format.height);
  return below
    .slice(Math.max(0, below.length - Math.max(0, renditionsMax)))
    .map((rung) => ({ ...rung, width: evenWidth((format.width * rung.height) / format.height) }));
}

/** A guess of what a ladder costs, in cores, before its child has said what it uses. */
export function estimateCores(renditions: readonly RenditionSpec[], fps: number): number {
  const pixels = renditions.reduce(
    (sum, { width, height, fpsMax }) => sum + width * height * Math.min(fps, fpsMax),
    0,
  );
  return CORES_PER_CHILD + pixels / PIXELS_PER_CORE_SECOND;
}
