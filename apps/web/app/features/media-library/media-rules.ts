import type { MediaItem } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';

const RECENT_MS = DAY_MS;
const NEW_MS = 2_592_000_000;

/** How fresh an item is: uploaded within a day, within 30 days, or neither (CONSTANTS-033, CONSTANTS-072). */
export function freshness(createdAt: string, now: number): 'recent' | 'new' | 'old' {
  const age = now - Date.parse(createdAt);
  if (age < RECENT_MS) return 'recent';
  return age < NEW_MS ? 'new' : 'old';
}

/** What somebody has of an item, in the one word that its card says. */
export type Holding = 'own' | 'bought' | 'club' | 'free' | 'none';

type Facts = Pick<MediaItem, 'id' | 'access_type' | 'owned' | 'is_free_no_auth' | 'final_price'>;

/** @param bought ids of purchases, which a page learns of sooner than of the item itself */
export function holdingOf(media: Facts, bought: readonly number[]): Holding {
  if (media.access_type === 'owned') return 'own';
  if (media.owned || media.access_type === 'purchased' || bought.includes(media.id)) return 'bought';
  if (media.access_type === 'fanclub') return 'club';
  return media.access_type === 'free' || media.is_free_no_auth || media.final_price === 0 ? 'free' : 'none';
}

/** Percent that a member pays less; 0 where the price is the same for all. */
export const discountPercent = ({
  token_price: price,
  final_price: final,
}: Pick<MediaItem, 'token_price' | 'final_price'>): number =>
  price > final && price > 0 ? Math.round((100 * (price - final)) / price) : 0;

/** Below this number they are bought one by one (MEDIA-LIBRARY-036). */
const ALL_MIN = 2;

/** Whether "buy all" is offered. */
export const canBuyAll = (unpurchased: { readonly count: number }): boolean => unpurchased.count >= ALL_MIN;
