import type { Clock } from '@klieg/kernel';
import type { BillingFeature } from '../billing/index.ts';
import { type Account, isModel } from '../identity/index.ts';
import { offerOf, type OfferTerms } from './offer-rules.ts';
import type { KeptLine } from './postpay-store.ts';

/** The most credit offered to somebody now, in tokens; 0: none. */
export const makeReadOffer =
  (deps: {
    readonly orders: Pick<BillingFeature['orders'], 'standingOf'>;
    readonly terms: OfferTerms;
    readonly clock: Clock;
  }) =>
  async (account: Account, line: KeptLine | undefined): Promise<number> => {
    const hasFailed =
      line !== undefined &&
      (line.wasChargedBack || line.state === 'suspended' || (line.state === 'closed' && line.failures > 0));
    return offerOf(
      {
        isViewer: !isModel(account),
        isAddressConfirmed: account.emailConfirmed,
        ageMs: deps.clock.now() - account.createdAt.getTime(),
        ...(await deps.orders.standingOf(account.id)),
        hasFailed,
      },
      deps.terms,
    );
  };

export type ReadOffer = ReturnType<typeof makeReadOffer>;
