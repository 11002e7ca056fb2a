import type { PlaceReasons, UserCard } from '@klieg/contract';

/** How strongly each shared trait suggests that somebody who likes one room likes the other. */
const TAG_POINTS = 3;
const LANGUAGE_POINTS = 1;
const GENDER_POINTS = 2;
const REGION_POINTS = 0.5;

type CommonTrait = NonNullable<PlaceReasons['for_you']>['traits'][number];

const POINTS: Readonly<Record<CommonTrait['kind'], number>> = {
  tag: TAG_POINTS,
  language: LANGUAGE_POINTS,
  gender: GENDER_POINTS,
  region: REGION_POINTS,
};
type Trait = Omit<CommonTrait, 'rooms'>;

/** What somebody looks at: how many of the rooms have each trait. */
type Taste = ReadonlyMap<string, number>;

const traitsOf = (card: UserCard): readonly Trait[] => [
  ...card.tags.map((value) => ({ kind: 'tag' as const, value })),
  ...card.languages.map((value) => ({ kind: 'language' as const, value })),
  { kind: 'gender', value: card.gender },
  ...(card.region ? [{ kind: 'region' as const, value: card.region }] : []),
];
const keyOf = ({ kind, value }: Trait): string => `${kind} ${value}`;

function tasteOf(known: readonly UserCard[]): Taste {
  const taste = new Map<string, number>();
  for (const trait of known.flatMap(traitsOf)) taste.set(keyOf(trait), (taste.get(keyOf(trait)) ?? 0) + 1);
  return taste;
}

/** Most traits shown to a reader. */
const TOLD_MAX = 12;

/** What a room has in common with those that somebody follows and visits, what weighs most first. */
export function commonTraits(card: UserCard, known: readonly UserCard[]): CommonTrait[] {
  const taste = tasteOf(known);
  const weightOf = ({ kind, rooms }: CommonTrait) => POINTS[kind] * rooms;
  return traitsOf(card)
    .map((trait) => ({ ...trait, rooms: taste.get(keyOf(trait)) ?? 0 }))
    .filter(({ rooms }) => rooms > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, TOLD_MAX);
}

/**
 * Cards by similarity to those that somebody follows and visits; equally similar ones, and everything for an unknown
 * reader, keep their order. Live rooms come before offline ones.
 */
export function orderForYou(cards: readonly UserCard[], known: readonly UserCard[]): UserCard[] {
  const taste = tasteOf(known);
  const isAway = ({ status }: UserCard) => Number(status === 'offline');
  const points = new Map(
    cards.map((card) => [
      card,
      traitsOf(card).reduce((sum, trait) => sum + POINTS[trait.kind] * (taste.get(keyOf(trait)) ?? 0), 0),
    ]),
  );
  return cards.toSorted((a, b) => isAway(a) - isAway(b) || points.get(b)! - points.get(a)!);
}
