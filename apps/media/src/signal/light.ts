/** Below this a point is black, also of pictures that use the whole range, with the noise of a covered lens. */
const BLACK_MAX = 32;

/**
 * How much of a picture is not black.
 * @param luma brightness of its points, from 0 to 255
 * @returns 0 to 1; 1 of no picture
 */
export function lightShare(luma: Uint8Array): number {
  if (luma.length === 0) return 1;
  let light = 0;
  for (const value of luma) if (value > BLACK_MAX) light += 1;
  return light / luma.length;
}
