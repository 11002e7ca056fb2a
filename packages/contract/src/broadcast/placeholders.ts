/** Blurred pictures that stand where none may be shown: so many of 4 by 3 (CONSTANTS-034). */
export const PLACEHOLDERS = 80;

/** FNV-1a over the letters of a name. */
function hashOf(name: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

/** The placeholder of a room: always the same one of it, from 1 on. */
export const placeholderOf = (username: string): number => (hashOf(username) % PLACEHOLDERS) + 1;

export const placeholderUrl = (username: string): string =>
  `/api/v1/placeholder/${placeholderOf(username)}.svg`;
