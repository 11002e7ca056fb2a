import type { UserCard } from '@klieg/contract';
import type { Part, Parts } from '#site/platform/parts/index.ts';
import type { ListedModel } from './listed-model-store.ts';

/** Keys of a card that other features know; all else is the performer's own. */
export type CardExtraKey =
  | 'ticket_price'
  | 'group_price'
  | 'next_stream_at'
  | 'fanclub'
  | 'goal'
  | 'studio_slug'
  | 'connection_quality'
  | 'is_following'
  | 'fan_level'
  | 'media'
  | 'referer_count';

export type CardExtras = Pick<UserCard, CardExtraKey>;

/** What one feature adds to the cards of performers; read in batches when lists are loaded. */
export type CardPart<K extends CardExtraKey> = Part<ListedModel, Pick<CardExtras, K>>;

export type CardParts = Parts<ListedModel, CardExtras>;

/** Keys whose features are not built yet, or that are filled in for a single visitor. */
export const cardPartToCome: CardPart<
  Exclude<
    CardExtraKey,
    'connection_quality' | 'goal' | 'fanclub' | 'ticket_price' | 'group_price' | 'next_stream_at'
  >
> = {
  empty: {
    studio_slug: null,
    is_following: false,
    fan_level: null,
    media: [],
    referer_count: 0,
  },
  read: (models) => Promise.resolve(models.map(() => ({}))),
};

/** A card of a performer whom no list shows. */
export const noCardExtras: CardExtras = {
  ...cardPartToCome.empty,
  fanclub: false,
  connection_quality: 4,
  goal: null,
  ticket_price: null,
  group_price: null,
  next_stream_at: null,
};
