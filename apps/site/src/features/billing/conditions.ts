import { AppError } from '@klieg/kernel';
import type { Conditions } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Where and by whom tokens may be bought. @throws billing.tip_blocked_country */
export const makeBillingConditions = (
  isBlockedCountry: (country: string | null) => boolean,
): Conditions<'country' | 'paid', SiteCaller> => ({
  country({ account, country }) {
    if (isBlockedCountry(account?.lastLoginCountry ?? null) || isBlockedCountry(country))
      throw new AppError('billing.tip_blocked_country');
  },
  // No call has this yet; one that gets it before it is built stays closed.
  paid() {
    throw new AppError('common.forbidden');
  },
});
