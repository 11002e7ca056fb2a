import type { Biller, callsByFeature, JoinProduct, Product } from '@klieg/contract';
import type { Handlers } from '#site/platform/http/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { presentCompanies } from '../billing-companies.ts';
import type { BillerPort } from '../billers/port/biller-port.ts';
import { declineSentence } from '../billers/port/decline-codes.ts';
import { groupProducts, linkAt, voucherAmounts } from './group-products.ts';
import type { Card } from '../orders/card-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { ProductStore } from './product-store.ts';
import { type FindPromotions, promoProducts } from './promo-products.ts';
import { purchaseLimitCents } from '../limits/purchase-limit.ts';

interface Deps {
  readonly orders: Pick<OrderStore, 'listCards' | 'lastDecline' | 'takenToday'>;
  readonly products: Pick<ProductStore, 'listPackages'>;
  readonly billers: ReadonlyMap<Biller, BillerPort>;
  /** There are free tokens to be had. */
  readonly hasPromotions: boolean;
  readonly findPromotions: FindPromotions;
}

type OfferHandlers = Pick<
  Handlers<(typeof callsByFeature)['billing'], SiteCaller>,
  'listProducts' | 'getLiveHelp' | 'getBillingCompanies' | 'listJoinProducts'
>;

/** People who register there are told of the free tokens. */
const PROMO_LINK = '/register?promo_form=1';

const presentJoinProduct = ({
  internal_id,
  tokens,
  amount,
  currency,
  biller_link,
}: Product): JoinProduct => ({ internal_id, tokens, amount, currency, biller_link });

/** Models and accounts in review cannot buy, so nothing is offered to them. */
const isClosedTo = ({ account }: SiteCaller): boolean =>
  account !== null && (account.type === 'model' || account.complianceStatus === 'pending');

/** What can be bought, and what is shown beside it. */
export function makeOfferHandlers({
  orders,
  products,
  billers,
  hasPromotions,
  findPromotions,
}: Deps): OfferHandlers {
  /** The biller whom a card on file can be charged at by one press. */
  const billerOfCards = (cards: readonly Card[]): Biller | undefined =>
    cards.find(({ biller }) => billers.get(biller)?.capabilities.hasOneClick)?.biller;

  return {
    async listProducts({ body }, { caller }) {
      const { account } = caller;
      const rows = isClosedTo(caller) ? [] : await products.listPackages();
      const country = body.cashtocode_country_code ?? caller.country;
      const onFile = account ? await orders.listCards(account.id) : [];
      // Somebody with a card on file is offered what that card buys, unless they ask for another biller.
      const wanted = body.biller_pref ?? billerOfCards(onFile);
      const groups = groupProducts(rows, billers, { wanted, country, isCrypto: body.crypto ?? false });
      const { credit } = groups;
      // A card only works at its own biller.
      const cards = onFile.filter((card) => card.biller === credit[0]?.biller);
      const suggestion =
        cards.length > 0
          ? (credit.find((item) => item.tokens === 200 && item.is_oneclick && item.membership === null) ??
            null)
          : null;
      const decline = account ? await orders.lastDecline(account.id) : undefined;
      return {
        products: groups,
        promo_products: promoProducts(credit, await findPromotions(body.advert_id)),
        declined_reason: decline === undefined ? null : declineSentence(decline),
        daily_purchase_remaining: account
          ? Math.max(0, purchaseLimitCents(account) - (await orders.takenToday(account.id)))
          : null,
        oneclick_suggestion: suggestion,
        cards: cards.map(({ id, brand, last4, hasAffidavit }) => ({
          id,
          has_affidavit: hasAffidavit,
          brand,
          last4,
        })),
        productLinkEpoch: linkAt(billers, 'epoch', suggestion ?? credit[0]),
        productLinkRocketgate: linkAt(billers, 'rocketgate', suggestion ?? credit[0]),
        currency: 'USD',
        cashtocode: voucherAmounts(groups.others, billers, country),
      };
    },
    async getLiveHelp(_input, { caller: { account } }) {
      if (!account) return { show: false };
      const [cards, decline] = await Promise.all([
        orders.listCards(account.id),
        orders.lastDecline(account.id),
      ]);
      return { show: cards.length > 0 || decline !== undefined };
    },
    async getBillingCompanies(_input, { caller: { account } }) {
      const onFile = account ? await orders.listCards(account.id) : [];
      return presentCompanies(billers.values(), billerOfCards(onFile));
    },
    async listJoinProducts(_input, { caller }) {
      const rows = billers.size === 0 || isClosedTo(caller) ? [] : await products.listPackages();
      const { credit, paypal, others } = groupProducts(rows, billers, {
        wanted: undefined,
        country: caller.country,
      });
      const groups = {
        cc: credit.map(presentJoinProduct),
        pp: paypal.map(presentJoinProduct),
        regular: others.map(presentJoinProduct),
      };
      return {
        join_form: caller.account === null && Object.values(groups).some((group) => group.length > 0),
        ...groups,
        promo: hasPromotions ? { link: PROMO_LINK } : null,
      };
    },
  };
}
