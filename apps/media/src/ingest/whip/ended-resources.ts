/** More than leave within the time that their pages take to say so. */
const KEPT_MAX = 10_000;

/** Ended WHIP and WHEP resources, so that leaving one that has ended meanwhile is confirmed. */
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
