import { BUY_ALL_MIN } from '@klieg/contract/features/media-library/limits';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { bundlePrice, partsOf } from './media-rules.ts';
import type { MediaOrder, MediaRight, OrderStore } from './order-store.ts';
import { orderMachine, type SettleOrder } from './settle-orders.ts';

/** What is set aside for a purchase that did not come about is free again after this. */
const HOLD_MS = 10 * 60_000;

/** A media that somebody could buy, and for how much. */
export interface Offered {
  readonly mediaId: number;
  readonly price: number;
}

interface Buying {
  readonly key: Uuid;
  readonly buyer: Account;
  readonly owner: Account;
  readonly source: string;
}

/** What came of a purchase: nothing was charged for what was there already. */
export interface Bought {
  readonly price: number;
  readonly mediaIds: readonly number[];
}

/**
 * Buys media. The tokens are set aside first and paid when the right is kept, so that nobody pays for none; what a crash
 * leaves between the two is paid by the next look. Two pages that buy the same at once pay once.
 */
export function makeBuyMedia(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly orders: OrderStore;
  readonly wallet: Pick<Wallet, 'hold' | 'release'>;
  readonly settle: SettleOrder;
  /** Whether a card of somebody is on file, or they pay later. */
  readonly canPayOtherwise: (buyerId: AccountId) => Promise<boolean>;
  readonly now: () => number;
}) {
  const { orders, wallet } = deps;

  /** @throws media_library.need_credits where there are too few tokens and no other way to pay (settled reading 12) */
  const hold = async (order: MediaOrder): Promise<void> => {
    try {
      await wallet.hold({
        id: order.id,
        kind: 'media',
        payer: order.buyerId,
        receiver: order.modelId,
        amountTokens: order.tokens,
        machine: orderMachine(order.id),
        expiresAt: deps.now() + HOLD_MS,
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ledger.not_enough_tokens') throw error;
      if (await deps.canPayOtherwise(order.buyerId)) throw error;
      throw new AppError('media_library.need_credits', { params: error.params });
    }
  };

  /** Keeps the rights with their order, unless one of them is there already. @returns false: another page was first */
  const keep = (order: MediaOrder, rights: readonly MediaRight[]): Promise<boolean> =>
    deps.database.kysely.transaction().execute(async (within) => {
      await orders.lockBuyer(within, order.buyerId, order.modelId);
      const ids = rights.map(({ mediaId }) => mediaId);
      if ((await orders.listBought(order.buyerId, ids, within)).size > 0) return false;
      const at = new Date(deps.now());
      await orders.add(within, order, at);
      await orders.addRights(within, { buyerId: order.buyerId, orderId: order.id, at }, rights);
      return true;
    });

  const pay = async (
    { buyer, owner, source, key }: Buying,
    rights: readonly MediaRight[],
  ): Promise<Bought | undefined> => {
    const tokens = rights.reduce((sum, right) => sum + right.tokens, 0);
    const order = { id: idOf(buyer, key), buyerId: buyer.id, modelId: owner.id, tokens, source };
    try {
      await hold(order);
    } catch (error) {
      // What another page has bought meanwhile is not wanted twice: that its tokens are gone is no refusal.
      const ids = rights.map(({ mediaId }) => mediaId);
      if ((await orders.listBought(buyer.id, ids)).size > 0) return undefined;
      throw error;
    }
    const isKept = await keep(order, rights).catch(async (error: unknown) => {
      // A repeat that came first has the same hold: it stays.
      if (!(await orders.find(order.id))) await wallet.release({ holdId: order.id, payer: buyer.id });
      throw error;
    });
    if (!isKept) {
      if (!(await orders.find(order.id))) await wallet.release({ holdId: order.id, payer: buyer.id });
      return undefined;
    }
    if (!(await deps.settle(order))) throw new AppError('ledger.not_enough_tokens');
    return { price: tokens, mediaIds: rights.map(({ mediaId }) => mediaId) };
  };

  const idOf = ({ id }: Account, key: Uuid): Uuid => deriveTransferId(`account:${id}:media`, key);

  return {
    /** What the same press has bought before; undefined: nothing. @throws ledger.not_enough_tokens where they were taken back meanwhile */
    async findRepeat({ buyer, key }: Pick<Buying, 'buyer' | 'key'>): Promise<Bought | undefined> {
      const known = await orders.find(idOf(buyer, key));
      if (!known) return undefined;
      // What a crash has left unpaid is paid before it is said to be bought.
      if (!(await deps.settle(known))) throw new AppError('ledger.not_enough_tokens');
      return { price: known.tokens, mediaIds: known.mediaIds };
    },
    /**
     * One media. @param offered what it costs now; 0: it is the buyer's by this, for nothing
     * @throws common.price_changed, media_library.need_credits, spend errors
     */
    async one(buying: Buying, offered: Offered, shownPrice: number | undefined): Promise<Bought> {
      const { mediaId, price } = offered;
      if (shownPrice !== undefined && shownPrice !== price)
        throw new AppError('common.price_changed', { params: { price } });
      const none: Bought = { price: 0, mediaIds: [mediaId] };
      if (buying.buyer.type === 'model') throw new AppError('ledger.model_cannot_spend');
      return (await pay(buying, [{ mediaId, tokens: price }])) ?? none;
    },
    /** All of them, a fifth cheaper. @throws media_library.too_few, common.price_changed, media_library.need_credits, spend errors */
    async all(buying: Buying, offered: readonly Offered[], shownPrice: number): Promise<Bought> {
      if (offered.length < BUY_ALL_MIN) throw new AppError('media_library.too_few');
      if (buying.buyer.type === 'model') throw new AppError('ledger.model_cannot_spend');
      const prices = offered.map(({ price }) => price);
      const total = bundlePrice(prices);
      if (total !== shownPrice) throw new AppError('common.price_changed', { params: { price: total } });
      const parts = partsOf(prices, total);
      const rights = offered.map(({ mediaId }, at) => ({ mediaId, tokens: parts[at]! }));
      const bought = await pay(buying, rights);
      // Another page has bought one of them meanwhile: together they cost something else now.
      if (!bought) throw new AppError('common.price_changed', { params: {} });
      return bought;
    },
  };
}
