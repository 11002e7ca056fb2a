import type { BillingFeature } from '../billing/index.ts';
import type { PostPayFeature } from '../post-pay/index.ts';
import type { ReUpFeature } from '../re-up/index.ts';
import { makeCardsHandlers } from './cards.http.ts';

/** Cards on file: listed, chosen, signed for and taken off the file. */
export const composeCards = (
  _kit: unknown,
  uses: {
    readonly billing: BillingFeature;
    readonly postPay: Pick<PostPayFeature, 'usesCard'>;
    readonly reUp: Pick<ReUpFeature, 'usesCard'>;
  },
) => ({
  handlers: makeCardsHandlers({
    billing: uses.billing,
    isUsed: async (account, card) =>
      (await uses.postPay.usesCard(account, card)) || (await uses.reUp.usesCard(account, card)),
  }),
});
