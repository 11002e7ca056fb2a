import { type CareUses, makeCareHandlers } from './care.http.ts';
import type { BillingFeature } from '../compose.ts';

/** A person's own limits and help with payments: separate from billing, since settings depend on billing. */
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
