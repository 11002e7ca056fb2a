import type { callsByFeature } from '@klieg/contract';
import { AppError, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { benefitsOf } from './benefits.ts';
import type { MembershipStore } from './membership-store.ts';
import { PERIOD_DAYS } from './period-rules.ts';
import { discountOf } from './renewal-rules.ts';

export const makeMembershipHandlers = (deps: {
  readonly store: Pick<MembershipStore, 'find' | 'cancel' | 'offersOf'>;
  readonly products: Pick<BillingFeature['products'], 'listMemberships'>;
  readonly hasPhone: boolean;
  readonly now: () => number;
}): Handlers<(typeof callsByFeature)['memberships'], SiteCaller> => ({
  async listMemberships(_asked, { caller: { account } }) {
    const [rows, kept, offers] = await Promise.all([
      deps.products.listMemberships(),
      account && deps.store.find(account.id),
      account && deps.store.offersOf([account.id], deps.now()),
    ]);
    const own = account && offers ? (offers.get(account.id) ?? []) : [];
    const items = rows.flatMap(({ internalId, membership, tokens, amountCents, currency }) => {
      if (!membership) return [];
      // Somebody with an offer sees its price.
      const offer = own.find((one) => one.internalId.startsWith(`${internalId}_`));
      const amount = offer?.amountCents ?? amountCents;
      return {
        membership,
        internal_id: offer?.internalId ?? internalId,
        amount,
        currency,
        period_days: PERIOD_DAYS as 30,
        discount: discountOf(amount, amountCents),
        benefits: [...benefitsOf(membership, { tokens, amountCents, hasPhone: deps.hasPhone })],
      };
    });
    const current = kept?.isRunning
      ? {
          membership: kept.level,
          renews_at: toInstant(kept.endsAt),
          auto_renew: kept.autoRenew,
          renewal_amount: kept.renewalCents,
          is_past_due: kept.failedTries > 0,
        }
      : null;
    return { items, current };
  },
  async cancelMembership({ body }, { caller }) {
    const endsAt = await deps.store.cancel(caller.account!.id, body.reason ?? null);
    if (!endsAt) throw new AppError('billing.no_membership');
    return { status: 1, ends_at: toInstant(endsAt) };
  },
});
