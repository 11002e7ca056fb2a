import type { Clock } from '@klieg/kernel';

/** A feed keeps its order for this long. */
export const ORDER_MS = 60_000;
/** Membership in a feed is checked at most this often, since that requires building the whole list. */
const FRESH_MS = 1_000;
/** Feeds whose order is kept; beyond that the oldest is dropped. */
const FEEDS_MAX = 200;

interface Kept {
  readonly madeAt: number;
  readonly places: string[];
  readonly known: Set<string>;
  readAt: number;
  present: ReadonlySet<string>;
}

/** The places of a feed's items, and which of these are filled. */
export type Places = Pick<Readonly<Kept>, 'places' | 'present'>;

/**
 * The places of a feed's items. During a minute nobody changes place: removed items leave a gap, new ones go to the
 * end. So pages that are read one after the other show everything, and nothing twice.
 */
export function makeKeptOrder(clock: Clock) {
  const feeds = new Map<string, Kept>();

  const begin = (name: string, ids: readonly string[], now: number): Kept => {
    feeds.delete(name);
    if (feeds.size >= FEEDS_MAX) feeds.delete(feeds.keys().next().value!);
    const known = new Set(ids);
    const kept = { madeAt: now, places: [...known], known, readAt: now, present: new Set(known) };
    feeds.set(name, kept);
    return kept;
  };

  /**
   * @param name of the feed: all callers with the same name get the same places
   * @param list what is in the feed now, in the order that a minute begins with
   */
  return (name: string, list: () => readonly string[]): Places => {
    const now = clock.now();
    const kept = feeds.get(name);
    if (!kept || now - kept.madeAt >= ORDER_MS) return begin(name, list(), now);
    if (now - kept.readAt < FRESH_MS) return kept;
    const ids = list();
    for (const id of ids) {
      if (kept.known.has(id)) continue;
      kept.known.add(id);
      kept.places.push(id);
    }
    kept.present = new Set(ids);
    kept.readAt = now;
    return kept;
  };
}
