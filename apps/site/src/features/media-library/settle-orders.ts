import type { Log, Uuid } from '@klieg/kernel';
import { deriveTransferId } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { MediaOrder, OrderStore, OwedRefund } from './order-store.ts';

const BATCH = 100;
/** An order that its own request has not paid by then is paid here. */
const LEFT_MS = 5_000;
/** The performer's share of what buyers pay, in percent. */
export const MEDIA_SHARE_PERCENT = 80;

const transferOf = (id: Uuid): Uuid => deriveTransferId('media:order', id);

/** The ledger's name for the hold of an order. */
export const orderMachine = (id: Uuid): string => `media:${id}`;

/** Pays an order from its hold; a repeat pays nothing. @returns false if the hold was reversed from outside */
export type SettleOrder = (order: MediaOrder) => Promise<boolean>;

/** Pays the holds for owned media, and refunds removed media. */
export function makeSettleOrders(deps: {
  readonly orders: OrderStore;
  readonly wallet: Pick<Wallet, 'postTogether' | 'release' | 'refund'>;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { orders, wallet } = deps;

  const settle: SettleOrder = async (order) => {
    const { id, buyerId, modelId, tokens, source } = order;
    const mediaIds = (await orders.rightsOfOrder(id)).map(({ mediaId }) => String(mediaId));
    const lost = await wallet.postTogether([
      {
        id: transferOf(id),
        holdId: id,
        kind: 'media',
        payer: buyerId,
        receiver: modelId,
        amountTokens: tokens,
        sharePercent: MEDIA_SHARE_PERCENT,
        note: { ref: { type: 'media', id: mediaIds[0] ?? id }, detail: { source, count: mediaIds.length } },
        about: mediaIds,
      },
    ]);
    // What a reversal has left of the hold is released to the buyer.
    if (lost.length > 0) await wallet.release({ holdId: id, payer: buyerId });
    await orders.settle(id, lost.length > 0 ? 'freed' : 'paid');
    return lost.length === 0;
  };

  const giveBack = async (owed: OwedRefund): Promise<void> => {
    // An amount reversed before cannot be refunded again.
    await wallet.refund({
      id: deriveTransferId(`media:refund:${owed.mediaId}`, owed.orderId),
      transferId: transferOf(owed.orderId),
      payer: owed.buyerId,
      amountTokens: owed.tokens,
      note: { ref: { type: 'media', id: String(owed.mediaId) } },
    });
    await orders.keepRefund(owed);
  };

  const each = async <T>(found: readonly T[], act: (one: T) => Promise<unknown>, failure: string) => {
    for (const one of found)
      await act(one).catch((error: unknown) => deps.log.error({ one, error }, failure));
  };

  return {
    settle,
    /** Finishes what requests and crashes have left; safe on several nodes at once. */
    async finish(): Promise<void> {
      await each(await orders.listHeld(new Date(deps.now() - LEFT_MS), BATCH), settle, 'media was not paid');
      await each(await orders.listOwed(BATCH), giveBack, 'media was not refunded');
    },
  };
}
