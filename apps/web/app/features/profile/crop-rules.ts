/* The kept part of a picture, in pixels of the square in which it is shown. */

export interface Crop {
  /** Rotated clockwise by this many quarters. */
  readonly quarters: number;
  /** 1: the shorter side fills the square. */
  readonly zoom: number;
  /** How far the middle of the picture is from the middle of the square. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const ZOOM_MAX = 4;
export const NO_CROP: Crop = { quarters: 0, zoom: 1, x: 0, y: 0 };

/** The picture as it is turned, in pixels of the square. */
export function turnedSize({ width, height }: Size, { quarters, zoom }: Crop, side: number): Size {
  const scale = (side / Math.min(width, height)) * zoom;
  const size = { width: width * scale, height: height * scale };
  return quarters % 2 === 0 ? size : { width: size.height, height: size.width };
}

const within = (value: number, max: number): number => Math.min(max, Math.max(-max, value));

/** The same, so that the square is full of the picture: it is neither smaller nor moved past its edge. */
export function fitCrop(picture: Size, crop: Crop, side: number): Crop {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom));
  const quarters = ((crop.quarters % 4) + 4) % 4;
  const { width, height } = turnedSize(picture, { ...crop, zoom, quarters }, side);
  return { quarters, zoom, x: within(crop.x, (width - side) / 2), y: within(crop.y, (height - side) / 2) };
}

const KINDS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Why a file cannot be the picture; undefined: it may be one. */
export function refusePicture(file: { readonly type: string }): 'not_image' | 'format' | undefined {
  if (!file.type.startsWith('image/')) return 'not_image';
  return KINDS.has(file.type) ? undefined : 'format';
}
