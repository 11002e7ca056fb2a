import { AGE_RANGES } from '@klieg/contract/features/discovery/ranges';
import { regionOf } from '@klieg/contract/features/discovery/places';
import type { RoomOffer, UserCard } from '@klieg/contract';
import { isOnAir, type ListedModel } from '../../rooms/index.ts';
import type { Place } from '#site/platform/visitors/index.ts';
import type { Facet } from './facet-index.ts';

/** Ratings below which an average says little (pages page, top-rated). */
export const RATED_FROM = 10;

/** What the room of a card offers just now. */
export function offersOf(card: UserCard): RoomOffer[] {
  const isLive = card.status !== 'offline';
  const isReady = card.private_enabled && (card.status === 'online' || card.status === 'standby');
  const has = (flag: UserCard['flagList'][number]) => card.flagList.includes(flag);
  const isGroup = isLive && card.group_price !== null;
  const offers: readonly (readonly [RoomOffer, boolean])[] = [
    ['live', isLive],
    ['private', isReady],
    ['spy', card.status === 'private' && card.spy_cost !== null],
    ['ticket', isLive && has('ticket')],
    ['group', isGroup],
    ['standby', card.status === 'standby'],
    ['cam2cam', has('cam2cam')],
    ['hd', isLive && has('hd')],
    ['new', has('new')],
    ['goal', has('near_goal')],
  ];
  return offers.flatMap(([offer, isSo]) => (isSo ? [offer] : []));
}

const isAged = (age: number, range: string): boolean => {
  const [from, to] = range.split('-').map(Number) as [number, number];
  return age >= from && age <= to;
};

/** Everything that lists find a performer by. */
export function facetsOf(model: ListedModel, card: UserCard, more: readonly Facet[]): Facet[] {
  const region = model.region ?? regionOf(model.countryCode);
  const age = card.age;
  return [
    `gender:${model.gender}`,
    ...card.languages.map((language): Facet => `language:${language}`),
    ...card.tags.map((tag): Facet => `tag:${tag}`),
    ...(age === null ? [] : AGE_RANGES.filter((range) => isAged(age, range)).map((r): Facet => `age:${r}`)),
    ...offersOf(card).map((offer): Facet => `is:${offer}`),
    ...card.flagList.map((flag): Facet => `flag:${flag}`),
    ...model.roles.map((role): Facet => `role:${role}`),
    ...(model.countryCode ? [`country:${model.countryCode}` as const] : []),
    ...(region ? [`region:${region}` as const] : []),
    ...(card.private_enabled ? [`cost:${card.private_cost}` as const] : []),
    ...(card.ratings.count >= RATED_FROM ? (['is:rated'] as const) : []),
    ...(card.studio_slug ? [`studio:${card.studio_slug}` as const] : ['studio:-' as const]),
    ...(card.fanclub ? (['is:fanclub'] as const) : []),
    ...(isOnAir(card.status) ? (['is:on_air'] as const) : []),
    // A performer may keep out of the home page, and of nothing else.
    ...(model.showHome ? (['is:at_home'] as const) : []),
    ...blockedFacets(model),
    ...more,
  ];
}

/** Where a performer is not shown. */
const blockedFacets = ({ blockedCountries, blockedStates }: ListedModel): Facet[] => [
  ...(blockedCountries.length + blockedStates.length > 0 ? (['blocked:any'] as const) : []),
  ...blockedCountries.map((country): Facet => `blocked:${country}`),
  ...blockedStates.map((state): Facet => `blocked:${state}`),
  ...new Set(blockedStates.map((state): Facet => `blocked:some-${state.slice(0, 2)}`)),
];

/** Whom somebody at a place may not find: the same rule as that of the rooms (`isBlockedPlace`). */
export function blockedAt({ country, state }: Place): Facet[] {
  if (country === null) return ['blocked:any'];
  return [`blocked:${country}`, state === null ? `blocked:some-${country}` : `blocked:${state}`];
}
