import type { Account, AccountStore } from '../../identity/index.ts';
import type { SubmitSurely } from '../../rooms/index.ts';
import type { DiscountStore } from '../prices/discount-store.ts';
import { priceOf } from './private-rules.ts';

/** Tells rooms of their discounts (S315). */
export function makeTellDiscount({
  accounts,
  discounts,
  submitSurely,
}: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly discounts: DiscountStore;
  readonly submitSurely: SubmitSurely;
}) {
  const tellDiscount = async (owner: Account): Promise<void> => {
    const found = (await discounts.listOf([owner.id])).get(owner.id);
    submitSurely(owner.username, {
      kind: 'state',
      name: 'v3.private.discount',
      payload: {
        discountRate: found?.rate ?? 0,
        timeLeftInSecond: found?.secondsLeft ?? 0,
        privatePricePerMinuteInToken: found ? priceOf(owner.settings, 'private', found.rate) : 0,
      },
    });
  };
  return {
    tellDiscount,
    /** Takes those away whose time is over. */
    async endOver(): Promise<void> {
      const ids = await discounts.takeOver();
      for (const owner of await accounts.listByIds(ids)) await tellDiscount(owner);
    },
  };
}
