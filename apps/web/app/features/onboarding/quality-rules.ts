/** What makes a picture of a document hard to read. */
export type QualityFault = 'small' | 'dark' | 'glare' | 'blurred';

/** The shorter side below which small print is not readable. */
const SIDE_MIN = 600;
const DARK_MEAN = 55;
/** Share of points that are plain white. */
const GLARE_SHARE = 0.35;
const WHITE = 250;
/** Mean difference of neighbours below which nothing in the picture has an edge. */
const EDGE_MIN = 2;

/**
 * The first fault of a picture, judged only by its light; a hint, since only a person can tell.
 * @param light one byte per pixel, row by row
 */
export function qualityFault(
  size: { readonly width: number; readonly height: number },
  light: Uint8Array,
  rowLength: number,
): QualityFault | undefined {
  if (Math.min(size.width, size.height) < SIDE_MIN) return 'small';
  let sum = 0;
  let white = 0;
  let edges = 0;
  for (let i = 0; i < light.length; i++) {
    const value = light[i]!;
    sum += value;
    if (value >= WHITE) white += 1;
    if (i % rowLength > 0) edges += Math.abs(value - light[i - 1]!);
  }
  const points = Math.max(1, light.length);
  if (sum / points < DARK_MEAN) return 'dark';
  if (white / points > GLARE_SHARE) return 'glare';
  return edges / points < EDGE_MIN ? 'blurred' : undefined;
}
