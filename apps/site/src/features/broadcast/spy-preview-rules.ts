import type { Account } from '../identity/index.ts';

/** The smallest rendition that the media processes make. */
const LOW = { id: '240p', height: 240 } as const;

/**
 * Seconds of a free look that a viewer may have of this model at all, whatever was used before (rule
 * S401). A guest has no account that it could be counted for, and nobody looks into the own show.
 */
export function offeredSeconds(viewer: Account | null, owner: Account): number {
  const { spy_cost: costTokens, spy_preview_seconds: seconds } = owner.settings;
  return viewer !== null && viewer.id !== owner.id && costTokens > 0 ? seconds : 0;
}

/**
 * The rendition that a free look shows: the smallest, which is the source where that is no larger.
 * @param renditions ids of those that are made now
 * @returns undefined while it is not made
 */
export function lowRendition(height: number | null, renditions: readonly string[]): string | undefined {
  const id = height !== null && height <= LOW.height ? 'source' : LOW.id;
  return renditions.includes(id) ? id : undefined;
}
