import type { Log, Uuid } from '@klieg/kernel';
import { deriveTransferId } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { MediaOrder, OrderStore, OwedRefund } from './order-store.ts';

const BATCH = 100;
/** An order that its own request has not paid by then is paid here. */
const LEFT_MS = 5_000;
/** The performer's part of what buyers pay, in percent. */
export const MEDIA_SHARE_PERCENT = 80;

const transferOf = (id: Uuid): Uuid => deriveTransferId('media:order', id);

/** What stands in the ledger for the hold of an order. */
export const orderMachine = (id: Uuid): string => `media:${id}`;

/** Pays what is held for an order; a repeat pays nothing. @returns false where the hold was taken back from outside */
export type SettleOrder = (order: MediaOrder) => Promise<boolean>;

/** Pays what was set aside for media that somebody has, and gives back what was paid for media that are removed. */
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
    // What a reversal has left of it is the buyer's again.
    if (lost.length > 0) await wallet.release({ holdId: id, payer: buyerId });
    await orders.settle(id, lost.length > 0 ? 'freed' : 'paid');
    return lost.length === 0;
  };

  const giveBack = async (owed: OwedRefund): Promise<void> => {
    // What somebody has taken back of it before cannot go back again.
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
