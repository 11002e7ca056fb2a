import type { callsByFeature } from '@klieg/contract';
import type { Handlers } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { PromoFeature } from '../promo/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { makeCodeDeskStore } from './code-desk-store.ts';
import { makeProductDeskHandlers } from './product-desk.http.ts';
import { makeProductDeskStore } from './product-desk-store.ts';
import { makePromoDeskHandlers } from './promo-desk.http.ts';
import { makeWheelDeskHandlers } from './wheel-desk.http.ts';

/** What the operator sets: packages of tokens, codes and the wheels. */
export function composeBackOffice(
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly billing: Pick<BillingFeature, 'products'>;
    readonly promo: Pick<PromoFeature, 'plans' | 'budget'>;
  },
) {
  const { auditLog } = uses.audit;
  const handlers: Handlers<(typeof callsByFeature)['back-office'], SiteCaller> = {
    ...makeProductDeskHandlers({ store: makeProductDeskStore(database), auditLog, database }),
    ...makePromoDeskHandlers({
      store: makeCodeDeskStore(database),
      products: uses.billing.products,
      budget: uses.promo.budget,
      auditLog,
      database,
      clock,
    }),
    ...makeWheelDeskHandlers({ ...uses.promo, auditLog, database, clock }),
  };
  return { handlers };
}
