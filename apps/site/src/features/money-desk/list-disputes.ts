import type { Dispute, DisputeState } from '@klieg/contract';
import { type Clock, toInstant, type Uuid } from '@klieg/kernel';
import { uuidCursor } from '../../platform/http/index.ts';
import type { DeskOrderStore } from './desk-order-store.ts';
import { readDispute } from './dispute-rules.ts';
import type { EvidenceStore } from './evidence-store.ts';

interface Deps {
  readonly orders: Pick<DeskOrderStore, 'find' | 'listTold'>;
  readonly store: Pick<EvidenceStore, 'listDisputed'>;
  /** When evidence of an order was last exported. */
  readonly exportedAt: (id: Uuid) => Promise<Date | undefined>;
  readonly clock: Clock;
}

/** Rounds of reading until a page of one state is full; the rest comes with the next page. */
const ROUNDS_MAX = 5;

/** Orders that banks charged back, newest first, as open, won or lost. */
export function makeListDisputes({ orders, store, exportedAt, clock }: Deps) {
  const readOne = async (id: Uuid): Promise<Dispute | undefined> => {
    const listed = await orders.find(id);
    if (!listed) return undefined;
    const { order, username } = listed;
    const dispute = readDispute(await orders.listTold(order), order.amountCents, clock.now());
    if (!dispute) return undefined;
    const exported = await exportedAt(id);
    return {
      order_id: id,
      user: { id: order.accountId, username },
      biller: order.biller,
      state: dispute.state,
      amount: dispute.amountCents,
      currency: order.currency,
      transaction_id: dispute.transactionId,
      card: dispute.card,
      told_at: toInstant(dispute.toldAtMs),
      due_at: toInstant(dispute.dueAtMs),
      exported_at: exported ? toInstant(exported) : null,
    };
  };

  return async (query: {
    readonly cursor?: string | undefined;
    readonly limit: number;
    readonly state?: DisputeState | undefined;
  }) => {
    const items: Dispute[] = [];
    let before = uuidCursor(query.cursor);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const ids = await store.listDisputed(before, query.limit - items.length);
      const found = await Promise.all(ids.map(readOne));
      items.push(
        ...found.flatMap((one) => (one && (!query.state || one.state === query.state) ? [one] : [])),
      );
      if (ids.length === 0) return { items, next_cursor: null };
      before = ids.at(-1);
      if (items.length >= query.limit) break;
    }
    return { items, next_cursor: before ?? null };
  };
}
