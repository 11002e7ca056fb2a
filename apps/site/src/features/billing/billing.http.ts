import { type AutoReUps, autoReUps, type Biller, type callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, isUuidV7, toInstant } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { alternativesTo, shouldVerify } from './choice/alternative-billers.ts';
import type { BillerPort, Opening } from './billers/port/biller-port.ts';
import { opensAt, returnsTo } from './orders/biller-pages.ts';
import { sells } from './choice/capability-rules.ts';
import { noPageOf } from './no-page-of.ts';
import type { CareHandlers } from './care/care.http.ts';
import type { ChargeCard } from './orders/charge-card.ts';
import { chooseBiller } from './choice/choose-biller.ts';
import { declineSentence, readAnswer } from './billers/port/decline-codes.ts';
import type { Order, OrderStore } from './orders/order-store.ts';
import type { ProductRow, ProductStore } from './products/product-store.ts';
import { makeOfferHandlers } from './products/offers.http.ts';
import type { FindPromotions } from './products/promo-products.ts';
import { purchaseLimitCents } from './limits/purchase-limit.ts';
import type { TakesReUpConsent } from './re-up-consent.ts';

interface Deps {
  readonly orders: OrderStore;
  readonly products: ProductStore;
  readonly billers: ReadonlyMap<Biller, BillerPort>;
  readonly hasPromotions: boolean;
  readonly findPromotions: FindPromotions;
  readonly chargeCard: ChargeCard;
  readonly balanceOf: (id: AccountId) => Promise<number>;
  readonly reUpConsent: Omit<TakesReUpConsent, 'cardLeft'>;
}

/** The consent of a link's query, which is JSON. @throws common.invalid_input */
function readConsent(text: string | undefined): AutoReUps | undefined {
  if (text === undefined) return undefined;
  try {
    return autoReUps.parse(JSON.parse(text));
  } catch {
    throw new AppError('common.invalid_input', {
      params: { fields: [{ path: 'autoReUpsSettings', reason: 'invalid', message: 'No such settings.' }] },
    });
  }
}

const presentPage = (
  biller: BillerPort,
  {
    order,
    link,
    opens = opensAt(biller),
  }: { readonly order: Order; readonly link: string; readonly opens?: Opening | undefined },
) => ({
  status: 0 as const,
  link,
  error: null,
  biller: biller.name,
  order_id: order.id,
  opens,
});

const isReturnPath = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);

export function makeBillingHandlers(
  deps: Deps,
): Omit<Handlers<(typeof callsByFeature)['billing'], SiteCaller>, keyof CareHandlers> {
  const billerOf = (name: Biller): BillerPort => {
    const biller = deps.billers.get(name);
    if (!biller) throw new AppError('billing.biller_unavailable');
    return biller;
  };

  /** What somebody may buy of a biller. */
  const findProduct = async (
    caller: SiteCaller,
    biller: BillerPort,
    internalId: string,
  ): Promise<ProductRow> => {
    const product = await deps.products.findFor(caller.account!.id, internalId);
    if (!product) throw new AppError('billing.product_unknown');
    if (!sells(biller, product, caller.country)) throw new AppError('billing.biller_unavailable');
    return product;
  };

  const openLink = async (
    caller: SiteCaller,
    { biller, product }: { readonly biller: BillerPort; readonly product: ProductRow },
    returnTo = '/account/tokens',
    fingerprint?: string,
  ) => {
    const order = await deps.orders.reserve({
      account: caller.account!.id,
      biller: biller.name,
      product,
      way: 'link',
      limitCents: purchaseLimitCents(caller.account!),
    });
    if (!order) throw new AppError('billing.daily_limit');
    await deps.orders.markSent(order.id);
    const link = await biller.start(order, {
      ...returnsTo(caller, returnTo),
      ...(fingerprint !== undefined && { fingerprint }),
    });
    if (link === undefined) throw noPageOf(biller);
    return { order, link };
  };

  /**
   * The same with a consent: one that names a card counts at once, one without a card counts with the card of this
   * order.
   */
  const openLinkWith = async (
    consent: AutoReUps | undefined,
    caller: SiteCaller,
    what: Parameters<typeof openLink>[1],
    fingerprint: string | undefined,
  ) => {
    const isPromise = consent?.enabled === true && consent.card_id === undefined;
    // Before there is an order: a consent that cannot be kept is refused and leaves nothing.
    if (isPromise)
      await deps.reUpConsent.check(consent, {
        biller: what.biller.name,
        internalId: what.product.internalId,
      });
    else if (consent) await deps.reUpConsent.keep(caller.account!.id, consent);
    const opened = await openLink(caller, what, undefined, fingerprint);
    await deps.reUpConsent.promise(opened.order, isPromise ? consent : undefined);
    return opened;
  };

  return {
    ...makeOfferHandlers(deps),
    async openPurchase({ params, query }, { caller }) {
      const biller = billerOf(params.biller);
      const product = await findProduct(caller, biller, params.internal_id);
      const consent = readConsent(query.autoReUpsSettings);
      const { order, link } = await openLinkWith(consent, caller, { biller, product }, query.fingerprint);
      return presentPage(biller, { order, link });
    },
    async purchase({ params, body }, { caller, idempotencyKey }) {
      const account = caller.account!;
      const biller = billerOf(params.biller);
      const product = await findProduct(caller, biller, params.internal_id);
      const cards = (await deps.orders.listCards(account.id)).filter((card) => card.biller === biller.name);
      const card = body.cardId ? cards.find((item) => item.id === body.cardId) : cards[0];
      if (body.cardId && !card) throw new AppError('billing.card_unknown');
      const consent = body.autoReUpsSettings;
      const openPage = async () =>
        presentPage(biller, await openLinkWith(consent, caller, { biller, product }, body.fingerprint));
      if (!card || !biller.capabilities.hasOneClick) return openPage();
      if (consent)
        await deps.reUpConsent.keep(account.id, consent.enabled ? { card_id: card.id, ...consent } : consent);
      const charged = await deps
        .chargeCard({
          account: account.id,
          biller: biller.name,
          product,
          country: caller.country,
          card,
          ...returnsTo(caller, '/account/tokens'),
          limitCents: purchaseLimitCents(account),
          // A repeat whose first answer was lost is the same order: the biller is asked once.
          orderId: deriveTransferId(`account:${account.id}:purchase`, idempotencyKey!),
        })
        .catch((error: unknown) => {
          if (product.isOffer && error instanceof AppError && error.code === 'billing.product_unknown')
            return undefined;
          throw error;
        });
      // An offer whose page is open continues there; one already bought is refused there, too.
      if (!charged) return openPage();
      const { order, outcome } = charged;
      if (charged.outcome === 'page')
        return presentPage(biller, { order, link: charged.link, opens: charged.opens });
      if (outcome === 'unknown')
        return {
          status: 0,
          link: null,
          error: 'The biller has not answered yet. Your balance changes as soon as it does.',
          order_id: order.id,
          biller: biller.name,
          opens: opensAt(biller),
        };
      if (outcome === 'declined')
        throw new AppError('billing.declined', {
          params: {
            biller: biller.name,
            decline_code: order.declineCode,
            reason: declineSentence(order.declineCode ?? ''),
            should_verify: shouldVerify(order.declineCode, account.complianceStatus === 'approved'),
            alternatives: alternativesTo(biller.name, deps.billers, { product, country: caller.country }),
            order_id: order.id,
          },
        });
      return {
        status: 1,
        link: null,
        error: null,
        order_id: order.id,
        tokens: await deps.balanceOf(account.id),
        tokens_added: order.tokens,
      };
    },
    async getPurchaseLink({ params, query }, { caller }) {
      const biller = billerOf(query.biller ?? chooseBiller(deps.billers.keys()));
      const returnTo = query.return_to && isReturnPath(query.return_to) ? query.return_to : '/account/tokens';
      const product = await findProduct(caller, biller, params.internal_id);
      const { order, link } = await openLink(caller, { biller, product }, returnTo);
      await deps.reUpConsent.promise(order, undefined);
      return { purchase_link: link, order_id: order.id, opens: opensAt(biller) };
    },
    async getOrder({ params }, { caller }) {
      const order = isUuidV7(params.order_id) ? await deps.orders.find(params.order_id) : undefined;
      if (order?.accountId !== caller.account!.id) throw new AppError('common.not_found');
      return {
        order_id: order.id,
        state: order.state,
        internal_id: order.internalId,
        amount: order.amountCents,
        currency: order.currency,
        tokens_added: order.state === 'succeeded' ? order.tokens : 0,
        decline_code: order.declineCode,
        created_at: toInstant(order.createdAt),
      };
    },
    async explainReturn({ body }, { caller }) {
      const answer = readAnswer(body.ans);
      const order = answer.id && isUuidV7(answer.id) ? await deps.orders.find(answer.id) : undefined;
      const isMine = order !== undefined && order.accountId === caller.account?.id;
      return {
        result: answer.isSuccess ? 'success' : 'failure',
        decline_code: answer.code,
        message: answer.isSuccess
          ? 'Thank you. Your tokens are added when the biller confirms.'
          : declineSentence(answer.code ?? ''),
        order_id: isMine ? order.id : null,
        state: isMine ? order.state : null,
      };
    },
    async listReceipts({ query }, { caller }) {
      const cursor = uuidCursor(query.cursor);
      const found = await deps.orders.list(caller.account!.id, cursor, query.limit + 1);
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map((order) => ({
          order_id: order.id,
          amount: order.amountCents,
          currency: order.currency,
          tokens: order.tokens,
          biller: order.biller,
          descriptor: deps.billers.get(order.biller)?.descriptor ?? '',
          at: toInstant(order.createdAt),
          state: order.state,
        })),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
      };
    },
  };
}
