/** Number of blurred pictures of 4 by 3 for rooms whose picture may not be shown (CONSTANTS-034). */
export const PLACEHOLDERS = 80;
/** Number of them for each of 16 by 9 and 1 by 1 (CONSTANTS-035). */
export const SHAPED_PLACEHOLDERS = 50;

/** Prefix before the number in the address of each shape: 4 by 3, 16 by 9, 1 by 1. */
export const PLACEHOLDER_SHAPES = { standard: '', wide: 'wide-', square: 'square-' } as const;
export type PlaceholderShape = keyof typeof PLACEHOLDER_SHAPES;

export const placeholdersOf = (shape: PlaceholderShape): number =>
  shape === 'standard' ? PLACEHOLDERS : SHAPED_PLACEHOLDERS;

/** FNV-1a over the letters of a name: the same whole number from 0 to 2^32 - 1 every time. */
export function hashOfName(name: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

/** The placeholder of a room, from 1 on: the same room always gets the same one. */
export const placeholderOf = (username: string, shape: PlaceholderShape): number =>
  (hashOfName(username) % placeholdersOf(shape)) + 1;

/** Where the placeholder of a room is; cards and players show rooms 16 by 9. */
export const placeholderUrl = (username: string, shape: PlaceholderShape = 'wide'): string =>
  `/api/v1/placeholder/${PLACEHOLDER_SHAPES[shape]}${placeholderOf(username, shape)}.svg`;
