import type { Account } from '../../identity/index.ts';

/** The smallest rendition that the media processes make. */
const LOW = { id: '240p', height: 240 } as const;

/**
 * Seconds of a free look that a viewer may get for this model, regardless of earlier use (rule S401). A guest has no
 * account to count it for, and nobody looks into their own show.
 */
export function offeredSeconds(viewer: Account | null, owner: Account): number {
  const { spy_cost: costTokens, spy_preview_seconds: seconds } = owner.settings;
  return viewer !== null && viewer.id !== owner.id && costTokens > 0 ? seconds : 0;
}

/**
 * The rendition shown by a free look: the smallest, which is the source if that is no larger.
 * @param renditions ids of those that are made now
 * @returns undefined while it is not made
 */
export function lowRendition(height: number | null, renditions: readonly string[]): string | undefined {
  const id = height !== null && height <= LOW.height ? 'source' : LOW.id;
  return renditions.includes(id) ? id : undefined;
}
