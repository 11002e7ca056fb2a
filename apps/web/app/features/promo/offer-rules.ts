import type { SiteConfig } from '@klieg/contract';
import type { VisitQuery } from '../../shared/visit-query.ts';

/** What decides whether the offer may be shown. */
export interface OfferFacts {
  /** Null: a guest. */
  readonly member: { readonly hasPurchase: boolean } | null;
  /** The page is framed by another one. */
  readonly isInFrame: boolean;
  readonly path: string;
  readonly query: URLSearchParams;
  /** How the visit began. */
  readonly visit: Pick<VisitQuery, 'advert_id' | 'promo'>;
  readonly special: SiteConfig['customSpecialOfferParams'];
}

/** Visitors from one of the special adverts with one of its words (PROMO-023). */
export const isSpecialCampaign = ({ visit, special }: Pick<OfferFacts, 'visit' | 'special'>): boolean =>
  special.advert_ids.includes(visit.advert_id ?? '') && special.promos.includes(visit.promo ?? '');

const isRegister = (path: string): boolean => /^(?:\/(?:de|es|fr|it|nl))?\/register$/.test(path);

/** Whether the offer is shown on a page (PROMO-014, PROMO-016 to PROMO-019). */
export function mayShowOffer(facts: OfferFacts): boolean {
  const { member, isInFrame, path, query } = facts;
  if (isInFrame || query.get('promo_form') === '0') return false;
  if (isRegister(path) && query.get('promo_form') !== '1') return false;
  return member === null || (isSpecialCampaign(facts) && !member.hasPurchase);
}

/** Where the offer's button leads (PROMO-020 to PROMO-022). */
export function offerAction(facts: Pick<OfferFacts, 'member' | 'path'>): 'register' | 'tokens' | 'none' {
  if (isRegister(facts.path)) return 'none';
  return facts.member === null ? 'register' : 'tokens';
}
