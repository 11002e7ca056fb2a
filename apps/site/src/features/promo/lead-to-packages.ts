import { DEFAULT_PROMO_CODE } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import type { CodeStore } from './code-store.ts';

/** What other features show of promotions: the picture of an offer, and its packages. */
export function makeLeadToPackages(deps: {
  readonly codes: Pick<CodeStore, 'findOffer' | 'findOpen'>;
  readonly isOpen: boolean;
  readonly clock: Clock;
}) {
  const findOffer = async (advertId: string | undefined) =>
    deps.isOpen ? deps.codes.findOffer(advertId, deps.clock.now()) : undefined;
  return {
    offerImageOf: async (advertId: string | undefined) => (await findOffer(advertId))?.imageUrl ?? null,
    /** Undefined: there are no promotions. */
    async packagesOf(advertId: string | undefined) {
      if (!deps.isOpen) return undefined;
      const [offer, free] = await Promise.all([
        findOffer(advertId),
        deps.codes.findOpen(DEFAULT_PROMO_CODE, deps.clock.now()),
      ]);
      return { offered: offer?.internalId ?? null, freeTokens: free?.internalId ?? null };
    },
  };
}
