import type { AccessType, FanLevel, MediaStatus } from '@klieg/contract';
import { BUY_ALL_DISCOUNT_PERCENT, NEW_MS, RECENT_MS } from '@klieg/contract/features/media-library/limits';
import { covers, DISCOUNT_PERCENT } from '../fan-club/index.ts';

/** What decides who may see a media, and its price. */
export interface PricedMedia {
  readonly tokenPrice: number;
  readonly fanLevel: FanLevel | null;
  readonly isFreeNoAuth: boolean;
}

/** The viewer, as far as access depends on them. */
export interface ViewerFacts {
  readonly isLoggedIn: boolean;
  readonly isOwner: boolean;
  /** Answers for the house. */
  readonly isStaff: boolean;
  readonly hasBought: boolean;
  /** The level in the performer's fan club now. */
  readonly level: FanLevel | null;
}

/**
 * The right to a media: lists, the page of a media and its files ask here (settled reading 11: free without login is
 * free for everybody, price 0 is for logged-in people; legends have everything included).
 */
export function accessOf(media: PricedMedia, viewer: ViewerFacts): AccessType {
  if (viewer.isOwner) return 'owned';
  if (viewer.hasBought) return 'purchased';
  if (media.isFreeNoAuth || (viewer.isLoggedIn && media.tokenPrice === 0)) return 'free';
  const isIncluded =
    viewer.level === 'legend' || (media.fanLevel !== null && covers(viewer.level, media.fanLevel));
  if (isIncluded) return 'fanclub';
  return viewer.isStaff ? 'preview' : 'locked';
}

/** Whether this right shows the whole media. */
export const opens = (access: AccessType): boolean => access !== 'locked';

/**
 * What the caller pays: nothing where it is owned or included, else the price less the level's discount, rounded down
 * (FANCLUB-017).
 */
export function finalPrice(
  media: Pick<PricedMedia, 'tokenPrice'>,
  access: AccessType,
  level: FanLevel | null,
): number {
  if (access !== 'locked' && access !== 'preview') return 0;
  return Math.floor((media.tokenPrice * (100 - (level ? DISCOUNT_PERCENT[level] : 0))) / 100);
}

/** The price of all of these at once: a fifth off, rounded down (MEDIA-LIBRARY-036). */
export const bundlePrice = (prices: readonly number[]): number =>
  Math.floor((prices.reduce((sum, price) => sum + price, 0) * (100 - BUY_ALL_DISCOUNT_PERCENT)) / 100);

/** Each one's share of the total price; shares are whole numbers and add up. */
export function partsOf(prices: readonly number[], total: number): readonly number[] {
  const sum = prices.reduce((all, price) => all + price, 0);
  let [priced, given] = [0, 0];
  return prices.map((price) => {
    priced += price;
    const upTo = sum === 0 ? 0 : Math.floor((total * priced) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Whether a media exists for somebody; access to the performer's room is checked separately. */
export function isThereFor(
  media: { readonly status: MediaStatus; readonly deletedAt: Date | null },
  { isOwner, isStaff, hasBought }: Pick<ViewerFacts, 'isOwner' | 'isStaff' | 'hasBought'>,
): boolean {
  if (isStaff) return true;
  if (media.status === 'removed') return isOwner && media.deletedAt === null;
  if (hasBought) return true;
  if (media.deletedAt !== null) return false;
  return isOwner || media.status === 'live';
}

/** Under thirty days old, and under a day (CONSTANTS-033) (CONSTANTS-072). */
export const ageMarks = (since: Date, now: number) => ({
  is_new: now - since.getTime() < NEW_MS,
  is_recent: now - since.getTime() < RECENT_MS,
});

/** The name as used in addresses. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60)
    .replace(/-+$/u, '');
  return plain === '' ? 'media' : plain;
};
