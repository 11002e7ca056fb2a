import { DAY_MS } from '@klieg/kernel/time';

/** What a purchase can share with the disputed one. The card is not listed: it must be the same. */
export type Match = 'account' | 'card' | 'address' | 'device';

/** A purchase as Visa's Compelling Evidence 3.0 looks at it. */
export interface EarlierPurchase {
  readonly paidAtMs: number;
  readonly isUndisputed: boolean;
  /** What it shares with the disputed one. */
  readonly matches: readonly Match[];
}

/** Data of a purchase that can show it is the same buyer's. */
export interface Marks {
  readonly cardToken: string | null;
  readonly address: string | null;
  readonly device: string | null;
}

const isSame = (one: string | null, other: string | null): boolean => one !== null && one === other;

/** What two purchases of one account share; unknown values are not shared. */
export const matchesOf = (one: Marks, other: Marks): readonly Match[] => [
  'account',
  ...(isSame(one.cardToken, other.cardToken) ? (['card'] as const) : []),
  ...(isSame(one.address, other.address) ? (['address'] as const) : []),
  ...(isSame(one.device, other.device) ? (['device'] as const) : []),
];

const FROM_MS = 120 * DAY_MS;
const TO_MS = 365 * DAY_MS;

/** Whether an earlier purchase counts: not disputed, 120 to 365 days before the dispute. */
export const countsForCe3 = (purchase: EarlierPurchase, disputedAtMs: number): boolean => {
  const ageMs = disputedAtMs - purchase.paidAtMs;
  return purchase.isUndisputed && ageMs >= FROM_MS && ageMs <= TO_MS;
};

/** Two elements shared by all three purchases are enough, if one of them is address or device. */
const PAIRS: readonly (readonly [Match, Match])[] = [
  ['account', 'address'],
  ['account', 'device'],
  ['address', 'device'],
];

/**
 * Whether CE 3.0 is met: two qualifying purchases, paid by the same card, which share the same two elements with the
 * disputed one, address or device among them. It exists only for Visa cards.
 * @param brand of the disputed payment's card
 */
export function meetsCe3(
  purchases: readonly EarlierPurchase[],
  { disputedAtMs, brand }: { readonly disputedAtMs: number; readonly brand: string | undefined },
): boolean {
  if (brand?.toLowerCase() !== 'visa') return false;
  const counting = purchases.filter(
    (purchase) => countsForCe3(purchase, disputedAtMs) && purchase.matches.includes('card'),
  );
  return PAIRS.some(
    (pair) => counting.filter(({ matches }) => pair.every((one) => matches.includes(one))).length >= 2,
  );
}
