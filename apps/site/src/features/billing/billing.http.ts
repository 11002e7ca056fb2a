import type { Biller, callsByFeature, Product } from '@klieg/contract';
import { type AccountId, AppError, isUuidV7, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { BillerPort } from './biller-port.ts';
import { declineSentence, readAnswer } from './decline-codes.ts';
import { type Order, type OrderStore, presentProduct, type ProductRow } from './order-store.ts';

/** Most that a person may buy in a day, in cents (machine 24, configuration). */
export const DAILY_PURCHASE_CENTS = 50_000;
/** How long a one-click purchase waits for the biller's post. */
const CHARGE_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;

interface Deps {
  readonly orders: OrderStore;
  readonly billers: ReadonlyMap<Biller, BillerPort>;
  readonly defaultBiller: Biller;
  readonly balanceOf: (id: AccountId) => Promise<number>;
}

const isReturnPath = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);

export function makeBillingHandlers(deps: Deps): Handlers<(typeof callsByFeature)['billing'], SiteCaller> {
  const billerOf = (name: Biller): BillerPort => {
    const biller = deps.billers.get(name);
    if (!biller) throw new AppError('billing.biller_unavailable');
    return biller;
  };

  const productFor = async (internalId: string, account: AccountId): Promise<ProductRow> => {
    const product = await deps.orders.findProduct(internalId);
    if (!product) throw new AppError('billing.product_unknown');
    if ((await deps.orders.boughtToday(account)) + product.amountCents > DAILY_PURCHASE_CENTS)
      throw new AppError('billing.daily_limit');
    return product;
  };

  const openLink = async (caller: SiteCaller, biller: BillerPort, internalId: string, returnTo: string) => {
    const { id } = caller.account!;
    const order = await deps.orders.openOrder(id, biller.name, await productFor(internalId, id));
    await deps.orders.move(order.id, 'sent');
    return { order, link: biller.linkFor(order, `${caller.site.publicUrl}${returnTo}`) };
  };

  /** The outcome of a charge, once the biller has told it; undefined when it has not in time. */
  const awaitOutcome = async (id: Uuid): Promise<Order | undefined> => {
    const until = Date.now() + CHARGE_WAIT_MS;
    while (Date.now() < until) {
      const order = await deps.orders.find(id);
      if (order && (order.state === 'succeeded' || order.state === 'declined')) return order;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return undefined;
  };

  return {
    async listProducts({ body }, { caller }) {
      const { account } = caller;
      const isClosed =
        account !== null && (account.type === 'model' || account.complianceStatus === 'pending');
      const biller =
        body.biller_pref && deps.billers.has(body.biller_pref) ? body.biller_pref : deps.defaultBiller;
      const rows = isClosed ? [] : await deps.orders.listProducts();
      const credit: Product[] = rows.map((row) => presentProduct(row, biller));
      const cards = account ? await deps.orders.listCards(account.id) : [];
      const decline = account ? await deps.orders.lastDecline(account.id) : undefined;
      return {
        products: { credit, paypal: [], others: [] },
        promo_products: { default: null, wheel: [], free_tokens: null },
        declined_reason: decline === undefined ? null : declineSentence(decline),
        daily_purchase_remaining: account
          ? Math.max(0, DAILY_PURCHASE_CENTS - (await deps.orders.boughtToday(account.id)))
          : null,
        oneclick_suggestion: cards.length > 0 ? (credit.find((item) => item.tokens === 200) ?? null) : null,
        cards: cards.map(({ id, brand, last4 }) => ({ id, has_affidavit: false, brand, last4 })),
        productLinkEpoch: null,
        productLinkRocketgate: null,
        currency: 'USD',
        cashtocode: null,
      };
    },
    async openPurchase({ params }, { caller }) {
      const biller = billerOf(params.biller);
      const { order, link } = await openLink(caller, biller, params.internal_id, '/account/tokens');
      return { status: 0, link, error: null, biller: biller.name, order_id: order.id };
    },
    async purchase({ params, body }, { caller }) {
      const account = caller.account!;
      const biller = billerOf(params.biller);
      const product = await productFor(params.internal_id, account.id);
      const cards = (await deps.orders.listCards(account.id)).filter((card) => card.biller === biller.name);
      const card = body.cardId ? cards.find((item) => item.id === body.cardId) : cards[0];
      if (body.cardId && !card) throw new AppError('billing.card_unknown');
      if (!card) {
        const { order, link } = await openLink(caller, biller, product.internalId, '/account/tokens');
        return { status: 0, link, error: null, order_id: order.id, biller: biller.name };
      }
      const order = await deps.orders.createOrder(account.id, biller.name, product);
      await deps.orders.move(order.id, 'sent');
      const wasAsked = await biller.charge(order, card.token);
      const outcome = wasAsked ? await awaitOutcome(order.id) : undefined;
      if (!outcome)
        return {
          status: 0,
          link: null,
          error: 'The biller has not answered yet. Your balance changes as soon as it does.',
          order_id: order.id,
          biller: biller.name,
        };
      if (outcome.state === 'declined')
        throw new AppError('billing.declined', {
          params: {
            biller: biller.name,
            decline_code: outcome.declineCode,
            reason: declineSentence(outcome.declineCode ?? ''),
            should_verify: false,
            alternatives: [...deps.billers.keys()],
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
      const biller = billerOf(query.biller ?? deps.defaultBiller);
      const returnTo = query.return_to && isReturnPath(query.return_to) ? query.return_to : '/account/tokens';
      const { order, link } = await openLink(caller, biller, params.internal_id, returnTo);
      return { purchase_link: link, order_id: order.id, opens: 'in_page' };
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
      const cursor = query.cursor !== undefined && isUuidV7(query.cursor) ? query.cursor : undefined;
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
