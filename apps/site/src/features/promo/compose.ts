import type { FactReader } from '../../platform/events/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { OfferImageOf } from '../brand/index.ts';
import type { SessionsFeature, SiteCaller } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeCodeStore } from './code-store.ts';
import { makeCreditStore } from './credit-store.ts';
import { makeGiveSpin } from './give-spin.ts';
import { makeGiveVaultSpins } from './give-vault-spins.ts';
import { makeGrantStore } from './grant-store.ts';
import { makeLeadToPackages } from './lead-to-packages.ts';
import { makePromoPart } from './me-part.ts';
import { makeOnAccountMade } from './on-account-made.ts';
import { makeOnAddressConfirmed } from './on-address-confirmed.ts';
import { makeOnOrderPaid } from './on-order-paid.ts';
import { makePayCredits } from './pay-credits.ts';
import { personKeysOf } from './person-keys.ts';
import { makePlanStore } from './plan-store.ts';
import { makePromoChores } from './promo-chores.ts';
import { makePromoHandlers } from './promo.http.ts';
import { makeRedeemCode } from './redeem-code.ts';
import { makeSpinNews } from './spin-news.ts';
import { makeSpinWheel } from './spin-wheel.ts';
import { makeWheelStore } from './wheel-store.ts';

export type PromoFeature = ReturnType<typeof composePromo>;

/** How a user of a code is recognised. */
const makePersonOf =
  (
    secret: Uint8Array,
    uses: {
      readonly billing: Pick<BillingFeature, 'orders'>;
      readonly sessions: Pick<SessionsFeature, 'accountsOfBrowser'>;
      readonly isGenerousToLoopback: boolean;
    },
  ) =>
  async (caller: SiteCaller) => {
    const account = caller.account!;
    const cards = await uses.billing.orders.listCards(account.id);
    return personKeysOf(secret, {
      accountId: account.id,
      email: account.email,
      network: uses.isGenerousToLoopback && caller.isLoopback ? undefined : caller.network,
      cards: cards.map(({ biller, token }) => `${biller}:${token}`),
      otherAccounts: uses.sessions.accountsOfBrowser(caller.browser),
    });
  };

/** Free tokens: the two wheels, codes and the offers that lead to them. */
export function composePromo(
  kit: Pick<Kit, 'database' | 'clock' | 'feed' | 'metrics' | 'secretOf'>,
  uses: {
    readonly billing: Pick<BillingFeature, 'orders' | 'products' | 'showPromotions'>;
    readonly brand: { showOffersOf(image: OfferImageOf): void };
    readonly sessions: Pick<SessionsFeature, 'accountsOfBrowser'>;
    readonly wallet: WalletFeature;
    /** The most that a day's promises may cost; 0: there are no promotions. */
    readonly promoDailyTokens: number;
    readonly isGenerousToLoopback: boolean;
  },
) {
  const { database, clock } = kit;
  const { orders, products } = uses.billing;
  const { wallet } = uses.wallet;
  const budgetTokens = uses.promoDailyTokens;
  const now = () => clock.now();
  const codes = makeCodeStore(database);
  const credits = makeCreditStore(database);
  const grants = makeGrantStore(database);
  const wheels = makeWheelStore(database);
  const plans = makePlanStore(database);
  const giveSpin = makeGiveSpin({ grants, plans, budgetTokens });
  const pay = makePayCredits({ credits, wallet });
  const news = makeSpinNews({ ...kit, grants });
  const offers = kit.metrics.counter({
    name: 'klieg_promo_offers_total',
    help: 'What visitors did with offers',
    labelNames: ['action'],
  });

  const facts: FactReader = {
    name: 'promo',
    on: [
      makeOnOrderPaid({ orders, grants, giveSpin, now }),
      makeOnAccountMade({ giveSpin, now }),
      makeOnAddressConfirmed({ credits, now }),
    ],
  };
  const lead = makeLeadToPackages({ codes, isOpen: budgetTokens > 0, clock });
  uses.brand.showOffersOf(lead.offerImageOf);
  uses.billing.showPromotions(lead.packagesOf);
  const giveVaultSpins = makeGiveVaultSpins({ database, grants, giveSpin, clock });
  const chores = makePromoChores({ codes, credits, pay, news, giveVaultSpins, now });
  return {
    /** Prizes and odds of the wheels, and the daily budget, for those who set them. */
    plans,
    budget: { tokens: budgetTokens, promisedOn: grants.promisedOn },
    mePart: makePromoPart({ credits, grants, now }),
    lobbyPart: news.lobbyPart,
    handlers: makePromoHandlers({
      wheel: makeSpinWheel({ database, wheels, plans, credits, clock }),
      wheels,
      plans,
      grants,
      codes,
      products,
      redeem: makeRedeemCode({ database, codes, grants, credits, budgetTokens, clock }),
      personOf: makePersonOf(kit.secretOf('promo-people'), uses),
      pay,
      spendableOf: wallet.spendableOf,
      news,
      countOffer: (action) => offers.inc({ action }),
      isOpen: budgetTokens > 0,
      clock,
    }),
    factReaders: [facts],
    chores,
  };
}
