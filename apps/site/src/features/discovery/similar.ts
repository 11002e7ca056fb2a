import type { UserCard } from '@klieg/contract';

/** Cards of a list of similar performers. */
export const SIMILAR_MAX = 12;

/** More than everything two can have in common: people looking for somebody else want to see them now. */
const LIVE_POINTS = 64;

/** How much one performer has in common with another; live rooms come first. */
function likeness(one: UserCard, other: UserCard): number {
  const shared = (a: readonly string[], b: readonly string[]) => a.filter((item) => b.includes(item)).length;
  return (
    (one.gender === other.gender ? 8 : 0) +
    2 * shared(one.tags, other.tags) +
    shared(one.languages, other.languages) +
    (one.region !== null && one.region === other.region ? 1 : 0) +
    (other.status === 'offline' ? 0 : LIVE_POINTS)
  );
}

/** The most similar of the candidates, without the performer; without one the first candidates. */
export function findSimilar(one: UserCard | undefined, candidates: readonly UserCard[]): UserCard[] {
  if (!one) return candidates.slice(0, SIMILAR_MAX);
  return candidates
    .filter(({ username }) => username !== one.username)
    .map((card) => ({ card, points: likeness(one, card) }))
    .toSorted((a, b) => b.points - a.points)
    .slice(0, SIMILAR_MAX)
    .map(({ card }) => card);
}
