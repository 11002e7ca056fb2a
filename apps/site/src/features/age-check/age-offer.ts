import type { Biller } from '@klieg/contract';
import { AGE_OFFER_ID } from '@klieg/contract/features/age-check/limits';
import { AppError } from '@klieg/kernel';
import type { BillingFeature } from '../billing/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeGate } from './age-gate.ts';
import type { AgeOfferStore } from './age-offer-store.ts';

/** The package that goes with a check by card, once for each account: $10.99 for 300 tokens, 69% off. */
export interface AgeOffer {
  /** Null where no biller sells it. */
  read(): Promise<{ readonly amount: number; readonly currency: string; readonly tokens: number } | null>;
  /** Opens it to an account of a place that asks for checks. @throws billing.product_unknown to others */
  open(caller: SiteCaller): Promise<void>;
  /** @throws billing.biller_unavailable */
  link(): Promise<{
    readonly biller_link: string;
    readonly amount: number;
    readonly tokens: number;
    readonly currency: string;
  }>;
}

export function makeAgeOffer(deps: {
  readonly billing: Pick<BillingFeature, 'products' | 'billers'>;
  readonly store: AgeOfferStore;
  readonly gate: Pick<AgeGate, 'demandOf'>;
}): AgeOffer {
  const { products, billers } = deps.billing;
  const biller = (): Biller | undefined => [...billers.keys()][0];
  const read: AgeOffer['read'] = async () => {
    const product = biller() && (await products.findSold(AGE_OFFER_ID));
    return product
      ? { amount: product.amountCents, currency: product.currency, tokens: product.tokens }
      : null;
  };
  return {
    read,
    async open(caller) {
      if (!caller.account || !deps.gate.demandOf(caller).isRequired)
        throw new AppError('billing.product_unknown');
      await deps.store.offer(caller.account.id);
    },
    async link() {
      const [name, offer] = [biller(), await read()];
      if (!name || !offer) throw new AppError('billing.biller_unavailable');
      return { biller_link: `billing/purchase/${name}/${AGE_OFFER_ID}`, ...offer };
    },
  };
}
