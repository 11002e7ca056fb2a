import { type CareUses, makeCareHandlers } from './care.http.ts';
import type { BillingFeature } from './compose.ts';

/** Limits of one's own and help with payments: beside billing, since settings are built on it. */
export const composeBillingCare = (
  _kit: unknown,
  uses: {
    readonly billing: Pick<BillingFeature, 'orders'>;
    readonly settings: Pick<CareUses, 'setDailyLimit'>;
    readonly contentPages: Pick<CareUses, 'openSupportThread'>;
  },
) => ({
  handlers: makeCareHandlers({
    orders: uses.billing.orders,
    setDailyLimit: uses.settings.setDailyLimit,
    openSupportThread: uses.contentPages.openSupportThread,
  }),
});
