import type { UserCard } from '@klieg/contract';

/** How much each thing that two rooms have in common says of liking both. */
const TAG_POINTS = 3;
const LANGUAGE_POINTS = 1;
const GENDER_POINTS = 2;
const REGION_POINTS = 0.5;

/** What somebody looks at: for each trait how large a part of the rooms has it. */
type Taste = ReadonlyMap<string, number>;

const traitsOf = (card: UserCard): readonly (readonly [trait: string, points: number])[] => [
  ...card.tags.map((tag) => [`tag ${tag}`, TAG_POINTS] as const),
  ...card.languages.map((language) => [`language ${language}`, LANGUAGE_POINTS] as const),
  [`gender ${card.gender}`, GENDER_POINTS],
  ...(card.region ? [[`region ${card.region}`, REGION_POINTS] as const] : []),
];

function tasteOf(known: readonly UserCard[]): Taste {
  const taste = new Map<string, number>();
  for (const card of known)
    for (const [trait, points] of traitsOf(card))
      taste.set(trait, (taste.get(trait) ?? 0) + points / known.length);
  return taste;
}

/**
 * Cards by how much they are like those that somebody follows and visits; what is equally alike, and everything for
 * somebody of whom nothing is known, stays in its order. Live rooms stand before those who are away.
 */
export function orderForYou(cards: readonly UserCard[], known: readonly UserCard[]): UserCard[] {
  const taste = tasteOf(known);
  const isAway = ({ status }: UserCard) => Number(status === 'offline');
  const points = new Map(
    cards.map((card) => [card, traitsOf(card).reduce((sum, [trait]) => sum + (taste.get(trait) ?? 0), 0)]),
  );
  return cards.toSorted((a, b) => isAway(a) - isAway(b) || points.get(b)! - points.get(a)!);
}
