import { type AccountId, AppError } from '@klieg/kernel';
import type { SiteCaller } from '../../sessions/index.ts';
import type { makeBillingHandlers } from '../billing.http.ts';
import { countedNetwork, type VelocityLimits, velocityOf } from './velocity-rules.ts';
import type { VelocityStore } from './velocity-store.ts';

type BillingHandlers = ReturnType<typeof makeBillingHandlers>;

interface Guard {
  readonly store: VelocityStore;
  readonly limits: VelocityLimits;
}

/** Whether too much of the same has come from somebody too fast; stopping them is recorded for staff. */
const makeIsTooFast =
  ({ store, limits }: Guard) =>
  async (account: AccountId, network: string | null): Promise<boolean> => {
    const found = velocityOf(await store.read(account, network), limits);
    if (found) await store.note(account, found);
    return found !== undefined;
  };

/** Refuses a purchase that somebody asks for. @throws billing.contact_support */
export type RefuseFast = (caller: SiteCaller) => Promise<void>;

/**
 * Stops people who buy too fast. They are sent to support without the reason, which would only help people who test
 * stolen cards; staff sees it. Every call that could test a stranger's card uses it.
 */
export function makeVelocityGuard(guard: Guard) {
  const isTooFast = makeIsTooFast(guard);
  return {
    refuseFast: (async (caller) => {
      if (!caller.account) return;
      const network = caller.isLoopback ? null : countedNetwork(caller.network);
      if (await isTooFast(caller.account.id, network)) throw new AppError('billing.contact_support');
    }) satisfies RefuseFast,
    /** Whether a card may be charged automatically: counts everything but the network, since nobody is there. */
    mayCharge: async (account: AccountId): Promise<boolean> => !(await isTooFast(account, null)),
  };
}

/** The calls of billing that buy, closed to people who buy too fast. */
export function guardPurchases(handlers: BillingHandlers, refuseFast: RefuseFast): BillingHandlers {
  return {
    ...handlers,
    async openPurchase(input, context) {
      await refuseFast(context.caller);
      return handlers.openPurchase(input, context);
    },
    async purchase(input, context) {
      await refuseFast(context.caller);
      return handlers.purchase(input, context);
    },
    async getPurchaseLink(input, context) {
      await refuseFast(context.caller);
      return handlers.getPurchaseLink(input, context);
    },
  };
}
