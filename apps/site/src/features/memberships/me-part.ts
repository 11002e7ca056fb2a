import type { PremiumOffer } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { MePart } from '../identity/index.ts';
import type { MembershipStore, PersonalOffer } from './membership-store.ts';
import { discountOf } from './renewal-rules.ts';

const present = ({ internalId, amountCents, listCents, currency, endsAt }: PersonalOffer): PremiumOffer => {
  const discount = discountOf(amountCents, listCents);
  return {
    internal_id: internalId,
    amount: amountCents,
    currency,
    discount,
    ends_at: toInstant(endsAt),
    text: internalId.endsWith('_winback')
      ? `Come back with ${discount} % off your first 30 days`
      : 'Come back at the price that you had',
  };
};

/** What a former member is offered. */
export const makeMembershipPart = (deps: {
  readonly store: Pick<MembershipStore, 'offersOf' | 'listFormer'>;
  readonly now: () => number;
}): MePart<'premium_winback' | 'premium_grandfathered' | 'user.has_already_purchased_premium'> => ({
  empty: {
    premium_winback: null,
    premium_grandfathered: null,
    'user.has_already_purchased_premium': false,
  },
  async read(asks) {
    const ids = asks.map(({ account }) => account.id);
    const [offers, former] = await Promise.all([
      deps.store.offersOf(ids, deps.now()),
      deps.store.listFormer(ids),
    ]);
    return ids.map((id) => {
      const own = offers.get(id) ?? [];
      const find = (kind: string) => {
        const offer = own.find(({ internalId }) => internalId.endsWith(kind));
        return offer ? present(offer) : null;
      };
      return {
        premium_winback: find('_winback'),
        premium_grandfathered: find('_grandfathered'),
        'user.has_already_purchased_premium': former.has(id),
      };
    });
  },
});
