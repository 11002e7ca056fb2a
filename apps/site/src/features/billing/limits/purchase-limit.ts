import { DAILY_PURCHASE_CENTS } from '@klieg/contract';

/** Most that an account may buy in a day, in cents. Its papers as they are stored now decide, not those of its last order. */
export const purchaseLimitCents = ({ complianceStatus }: { readonly complianceStatus: string }): number =>
  complianceStatus === 'approved' ? DAILY_PURCHASE_CENTS.verified : DAILY_PURCHASE_CENTS.unverified;
