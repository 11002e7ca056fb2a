import type { Biller } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { Kit } from '#site/platform/kit.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import type { BillerEvent, BillerPort } from '../billers/port/biller-port.ts';
import type { Order } from '../orders/order-store.ts';
import { chargeNotMade, chargePaid } from '../orders/charge-events.ts';
import { makeLostChargeStore } from './lost-charge-store.ts';
import { makeSeekCharges } from './seek-charges.ts';

/** Charges whose answers were lost: how they are looked for, and what staff sees and decides. */
export function composeLostCharges(
  { database, log }: Pick<Kit, 'database' | 'log'>,
  uses: {
    readonly billers: ReadonlyMap<Biller, BillerPort>;
    readonly takeAnswer: (biller: Biller, event: BillerEvent, bytes: Buffer) => Promise<void>;
  },
) {
  const store = makeLostChargeStore(database);
  return {
    ...makeSeekCharges({ ...uses, store, log }),
    find: store.find,
    /** Whether a transaction of the biller pays another order. */
    isClaimed: async (order: Order, transactionId: string): Promise<boolean> =>
      (await store.listClaimed(order.biller, [transactionId], order.id)).size > 0,
    /**
     * Stores a person's decision on the outcome of a charge that nothing else can decide; `takeDecisions` makes it a
     * fact.
     * @param transactionId with which it was paid; null: nothing was charged
     * @returns false where it is decided, or nobody has to decide it yet
     */
    keepDecision: (transaction: Transaction, order: Order, transactionId: string | null): Promise<boolean> =>
      store.keepDecision(
        transaction,
        order.id as Uuid,
        transactionId === null ? chargeNotMade(order) : chargePaid(order, { transactionId }),
      ),
  };
}
