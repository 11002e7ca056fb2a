import { THUMB_WIDTHS } from '@klieg/contract/media';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** Sizes to make of a picture: never larger than it; a picture below the smallest width keeps its own. */
export function thumbnailSizes(source: PictureSize): PictureSize[] {
  const widths: number[] = THUMB_WIDTHS.filter((width) => width <= source.width);
  if (widths.length === 0) widths.push(even(source.width));
  return widths.map((width) => ({ width, height: even((width * source.height) / source.width) }));
}

/** The widest within the requested width, else the smallest. Images ascend by width. */
export const fitWidth = <T extends { readonly width: number }>(
  images: readonly T[],
  width: number,
): T | undefined => images.findLast((image) => image.width <= width) ?? images[0];
