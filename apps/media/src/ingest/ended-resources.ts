/** More than leave within the time that their pages take to say so. */
const KEPT_MAX = 10_000;

/** WHIP and WHEP resources that are over, so that whoever leaves what has ended meanwhile is told that they have left. */
export interface EndedResources {
  add(resourceId: string): void;
  has(resourceId: string): boolean;
}

/** Remembers the newest ones. */
export function makeEndedResources(): EndedResources {
  const ids = new Set<string>();
  return {
    add(resourceId) {
      ids.add(resourceId);
      // Insertion order is order of time, so the oldest comes first.
      if (ids.size > KEPT_MAX) ids.delete(ids.values().next().value!);
    },
    has: (resourceId) => ids.has(resourceId),
  };
}
