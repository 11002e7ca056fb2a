import type { CardOnFile, callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { type BillingFeature, noPageOf, opensAt, returnsTo, type Sold } from '../billing/index.ts';
import { isModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

interface Deps {
  readonly billing: Pick<
    BillingFeature,
    'orders' | 'billers' | 'purchaseLimit' | 'refuseFast' | 'conditions'
  >;
  /** Whether automatic charges use a card. */
  readonly isUsed: (account: AccountId, card: Uuid) => Promise<boolean>;
}

/** A card comes on file by a small purchase, whose tokens are credited: no biller keeps one for nothing. */
const putOnFile: Sold = {
  internalId: 'card_on_file',
  tokens: 20,
  bonusTokens: 0,
  amountCents: 200,
  currency: 'USD',
};

export function makeCardsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['cards'], SiteCaller> {
  const { orders, billers, purchaseLimit } = deps.billing;

  const listOf = async (account: AccountId): Promise<CardOnFile[]> =>
    (await orders.listCards(account)).map((card) => ({
      id: card.id,
      has_affidavit: card.hasAffidavit,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expires?.month ?? null,
      exp_year: card.expires?.year ?? null,
      biller: card.biller,
      is_default: card.isDefault,
    }));

  return {
    listCards: async (_input, { caller }) => ({ cards: await listOf(caller.account!.id) }),
    async startCard({ body }, { caller }) {
      if (isModel(caller.account!)) throw new AppError('billing.model_cannot_buy');
      await deps.billing.conditions.country(caller, {});
      await deps.billing.refuseFast(caller);
      const fitting = [...billers.values()].filter(
        ({ name, capabilities }) =>
          capabilities.hasOneClick &&
          !capabilities.products &&
          (body.biller === undefined || body.biller === name),
      );
      const [biller] = fitting;
      if (!biller) throw new AppError('billing.biller_unavailable');
      const order = await orders.reserve({
        account: caller.account!.id,
        biller: biller.name,
        product: putOnFile,
        way: 'link',
        limitCents: purchaseLimit.purchaseLimitCentsOf(caller.account!),
      });
      if (!order) throw new AppError('billing.daily_limit');
      await orders.markSent(order.id);
      const link = await biller.start(order, returnsTo(caller, '/account/tokens'));
      if (link === undefined) throw noPageOf(biller);
      return { link, order_id: order.id, opens: opensAt(biller) };
    },
    async makeCardDefault({ params }, { caller }) {
      const { id } = caller.account!;
      if (!(await orders.makeCardDefault(id, params.id as Uuid))) throw new AppError('billing.card_unknown');
      return { status: 1, cards: await listOf(id) };
    },
    async deleteCard({ params }, { caller }) {
      const { id } = caller.account!;
      const card = (await orders.listCards(id)).find((one) => one.id === params.id);
      if (!card) throw new AppError('billing.card_unknown');
      if (await deps.isUsed(id, card.id)) throw new AppError('billing.card_in_use');
      await orders.deleteCard(id, card.id);
      // Somebody may have begun to charge it at this moment.
      if (await deps.isUsed(id, card.id)) {
        await orders.restoreCard(id, card);
        throw new AppError('billing.card_in_use');
      }
      return { status: 1, cards: await listOf(id) };
    },
    async signCard({ params, body }, { caller }) {
      const signed = {
        signature: body.signature,
        address: caller.address,
        userAgent: caller.browser.userAgent,
      };
      if (!(await orders.signCard(caller.account!.id, params.id as Uuid, signed)))
        throw new AppError('billing.card_unknown');
      return { status: 1 };
    },
  };
}
