import type { Biller } from '@klieg/contract';
import { type Chore, type Kit, MINUTE_MS } from '../../platform/kit.ts';
import { deriveTransferId, type LedgerFeature } from '../ledger/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import type { BillerPort } from './biller-port.ts';
import { makeBillingHandlers } from './billing.http.ts';
import { makeBillingPart } from './me-part.ts';
import { makeBillingConditions } from './conditions.ts';
import { makeOrderStore } from './order-store.ts';
import { makePostbackStore } from './postback-store.ts';
import { makeReadMoney } from './read-money.ts';
import { makePostbackReceiver } from './receive-postback.ts';
import { makeSandboxBiller } from './sandbox-biller.ts';
import { servePostbacks } from './serve-postbacks.ts';
import { makeSettleOrder } from './settle-order.ts';

export type BillingFeature = ReturnType<typeof composeBilling>;

/** Purchases at billers: orders, their posts, and what they credit. */
export function composeBilling(
  kit: Pick<Kit, 'database' | 'clock' | 'log' | 'feed'>,
  uses: {
    readonly ledger: LedgerFeature;
    readonly wallet: WalletFeature;
    /** Countries that may neither buy nor tip. */
    readonly isBlockedCountry: (country: string | null) => boolean;
    /** The biller of demo and tests, once it runs. */
    readonly sandbox:
      | {
          readonly publicUrl: string;
          readonly serverUrl: string;
          readonly secret: string;
          readonly callbackUrl: string;
        }
      | undefined;
  },
) {
  const { clock, database, feed, log } = kit;
  const { wallet } = uses.wallet;
  const orders = makeOrderStore(database);
  const postbacks = makePostbackStore(database);
  const billers = new Map<Biller, BillerPort>();
  if (uses.sandbox) billers.set('sandbox', makeSandboxBiller(uses.sandbox));
  const settle = makeSettleOrder({
    orders,
    postbacks,
    async credit({ key, account, tokens, orderId, biller }) {
      const id = deriveTransferId('purchase', key);
      const note = { ref: { type: 'order', id: orderId }, counterpart: biller };
      await wallet.deposit({ id, receiver: account, amountTokens: tokens, note });
      return { transferId: id };
    },
    reverse: ({ key, account, tokens, kind }) =>
      wallet.refund({
        id: deriveTransferId(kind, key),
        kind,
        transferId: deriveTransferId('purchase', key),
        amountTokens: tokens,
        changes: [{ person: account, purse: 'spending', tokens: -tokens }],
      }),
    sendUpdate: (id, update) => feed.send(id, 'v3.payment.update', update),
    clock,
    log,
  });
  const postbackReceiver = makePostbackReceiver({ billers, postbacks, settle, clock, log });
  const expireOrders = async () => {
    for (const order of await orders.expireOld())
      feed.send(order.accountId, 'v3.payment.update', {
        seq: clock.now(),
        order_id: order.id,
        status: 'expired',
        at: clock.now(),
      });
  };
  const chores: readonly Chore[] = [
    {
      failure: 'posts of billers could not be worked off',
      everyMs: MINUTE_MS,
      on: 'one',
      run: () => postbackReceiver.resume(),
    },
    { failure: 'old orders could not be ended', everyMs: MINUTE_MS, on: 'one', run: expireOrders },
  ];
  return {
    orders,
    conditions: makeBillingConditions(uses.isBlockedCountry),
    mePart: makeBillingPart(orders),
    readMoney: makeReadMoney({ ledger: uses.ledger.ledger, wallet, orders }),
    listCardHolders: orders.listCardHolders,
    handlers: makeBillingHandlers({
      orders,
      billers,
      defaultBiller: 'sandbox',
      balanceOf: wallet.spendableOf,
    }),
    routes: servePostbacks(postbackReceiver.receive),
    chores,
  };
}
