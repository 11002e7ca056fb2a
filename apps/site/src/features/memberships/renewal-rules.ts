import { DAY_MS } from '@klieg/kernel/time';

/** How long before the end the next period is charged. */
const AHEAD_MS = DAY_MS;
/** A declined charge is tried again after one day and after two more. */
const AGAIN_AFTER_MS = [DAY_MS, 2 * DAY_MS];
/** The benefits stay until the last try is over. */
export const GRACE_MS = 3 * DAY_MS;

/** When the first charge for the next period is tried. */
export const firstTryAt = (endsAt: number): number => endsAt - AHEAD_MS;

/** When a charge is retried after this many failures; undefined: never, the membership ends. */
export const nextTryAt = (failedTries: number, now: number): number | undefined => {
  const after = AGAIN_AFTER_MS[failedTries - 1];
  return after === undefined ? undefined : now + after;
};

/** Percent off, rounded down, that somebody pays less than everybody. */
export const discountOf = (amountCents: number, listCents: number): number =>
  Math.max(0, Math.floor(100 - (100 * amountCents) / listCents));

/** An offer to come back: which, at what price, and when. */
export interface ComeBack {
  readonly kind: 'winback' | 'grandfathered';
  readonly amountCents: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

const COME_BACK_DAYS = 30;
/** How often half the price may be offered. */
export const WINBACK_EVERY_MS = 365 * DAY_MS;
/** Somebody who has just left gets no offer for some days. */
const QUIET_DAYS = 3;

/** The offer for a former member: the old price if it has risen since, else half the price for the first period. */
export function comeBackFor(ended: {
  readonly renewalCents: number;
  readonly listCents: number;
  readonly now: number;
}): ComeBack {
  const isOldPriceLower = ended.renewalCents < ended.listCents;
  const startsAt = isOldPriceLower ? ended.now : ended.now + QUIET_DAYS * DAY_MS;
  return {
    kind: isOldPriceLower ? 'grandfathered' : 'winback',
    amountCents: isOldPriceLower ? ended.renewalCents : Math.floor(ended.listCents / 2),
    startsAt,
    endsAt: startsAt + COME_BACK_DAYS * DAY_MS,
  };
}
