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

/** A room that somebody has tipped says more of their taste than one that they follow or only looked into. */
const TIPPED_WEIGHT = 2;

/** The rooms that somebody knows. */
export interface KnownRooms {
  /** Those that they follow, have visited or have tipped, each once. */
  readonly cards: readonly UserCard[];
  /** Ids of those that they have tipped. */
  readonly tipped: ReadonlySet<number>;
}

/** What somebody looks at: how many of the rooms have each trait, and how much those weigh. */
type Taste = ReadonlyMap<string, { readonly rooms: number; readonly weight: number }>;

const traitsOf = (card: UserCard): readonly Trait[] => [
  ...card.tags.map((value) => ({ kind: 'tag' as const, value })),
  ...card.languages.map((value) => ({ kind: 'language' as const, value })),
  { kind: 'gender', value: card.gender },
  ...(card.region ? [{ kind: 'region' as const, value: card.region }] : []),
];
const keyOf = ({ kind, value }: Trait): string => `${kind} ${value}`;

const NONE = { rooms: 0, weight: 0 };

function tasteOf({ cards, tipped }: KnownRooms): Taste {
  const taste = new Map<string, { rooms: number; weight: number }>();
  for (const card of cards) {
    const more = tipped.has(card.id) ? TIPPED_WEIGHT : 1;
    for (const trait of traitsOf(card)) {
      const { rooms, weight } = taste.get(keyOf(trait)) ?? NONE;
      taste.set(keyOf(trait), { rooms: rooms + 1, weight: weight + more });
    }
  }
  return taste;
}

/** Most traits shown to a reader. */
const TOLD_MAX = 12;

/** What a room has in common with those that somebody knows, what weighs most first. */
export function commonTraits(card: UserCard, known: KnownRooms): CommonTrait[] {
  const taste = tasteOf(known);
  const weightOf = (trait: CommonTrait) => POINTS[trait.kind] * (taste.get(keyOf(trait)) ?? NONE).weight;
  return traitsOf(card)
    .map((trait) => ({ ...trait, rooms: (taste.get(keyOf(trait)) ?? NONE).rooms }))
    .filter(({ rooms }) => rooms > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, TOLD_MAX);
}

/**
 * Cards by similarity to those that somebody knows; equally similar ones, and everything for an unknown
 * reader, keep their order. Live rooms come before offline ones.
 */
export function orderForYou(cards: readonly UserCard[], known: KnownRooms): UserCard[] {
  const taste = tasteOf(known);
  const isAway = ({ status }: UserCard) => Number(status === 'offline');
  const points = new Map(
    cards.map((card) => [
      card,
      traitsOf(card).reduce(
        (sum, trait) => sum + POINTS[trait.kind] * (taste.get(keyOf(trait)) ?? NONE).weight,
        0,
      ),
    ]),
  );
  return cards.toSorted((a, b) => isAway(a) - isAway(b) || points.get(b)! - points.get(a)!);
}
