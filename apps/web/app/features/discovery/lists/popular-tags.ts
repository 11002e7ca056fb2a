import type { UserCard } from '@klieg/contract';

/** The most frequent tags of live rooms; at most this many. */
export function popularTags(
  cards: readonly Pick<UserCard, 'status' | 'tags'>[],
  countMax: number,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { status, tags } of cards)
    if (status !== 'offline') for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, most], [b, more]) => more - most || a.localeCompare(b))
    .slice(0, countMax)
    .map(([tag]) => tag);
}
