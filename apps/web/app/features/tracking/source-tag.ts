import type { SiteConfig } from '@klieg/contract';

export type AdSources = SiteConfig['adSources'];
export const NO_SOURCES: AdSources = { percents: {}, postpayOneIn: 0 };

export interface Visit {
  readonly advertId: string | undefined;
  readonly isPostPay: boolean;
}

/**
 * The name under which a visit's source is reported: the advert's, but only for the operator's percentage of visits if
 * the advert is sampled. One in some number of visits without an advert, of people who pay later, is reported as such.
 * @param draw from 0 up to 1, the same for the whole visit
 */
export function sourceTag({ advertId, isPostPay }: Visit, sources: AdSources, draw: number): string {
  if (advertId === undefined)
    return isPostPay && draw * sources.postpayOneIn < 1 && sources.postpayOneIn > 0 ? 'postpay' : 'direct';
  const percent = new Map(Object.entries(sources.percents)).get(advertId) ?? 100;
  return draw * 100 < percent ? advertId : 'advert';
}

const KEY = 'klieg.source-draw';

/** A number from 0 up to 1 that is drawn once in a session of the browser. */
export function drawOfVisit(): number {
  const drawn = Math.random();
  try {
    const kept = Number(sessionStorage.getItem(KEY) ?? NaN);
    if (kept >= 0 && kept < 1) return kept;
    sessionStorage.setItem(KEY, String(drawn));
  } catch {
    // Private windows refuse storage: each time is a visit of its own.
  }
  return drawn;
}
