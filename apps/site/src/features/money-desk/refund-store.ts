import type { RefundState } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A refund that staff asked for. */
export interface AskedRefund {
  readonly id: Uuid;
  readonly orderId: Uuid;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly askedBy: AccountId;
  readonly reason: string;
  readonly askedAt: Date;
  /** As the table has it: `done` follows from the order. */
  readonly state: Exclude<RefundState, 'done'>;
}

export type Answered = Exclude<AskedRefund['state'], 'asking'>;

export interface RefundStore {
  /**
   * Writes a refund down before the biller is asked, under the order's lock.
   * @param decide is given the newest one of the order; false: it is not written
   * @param onReserved runs in the same transaction
   * @returns the refund and whether it was there before; undefined where it may not be asked for
   */
  reserve(
    refund: Pick<AskedRefund, 'id' | 'orderId' | 'transactionId' | 'amountCents' | 'askedBy' | 'reason'>,
    decide: (last: AskedRefund | undefined) => boolean,
    onReserved: (transaction: Transaction) => Promise<void>,
  ): Promise<{ readonly refund: AskedRefund; readonly isRepeat: boolean } | undefined>;
  answer(id: Uuid, state: Answered, onAnswered: (transaction: Transaction) => Promise<void>): Promise<void>;
  /** Of an order, newest first. */
  listOf(orderId: Uuid): Promise<AskedRefund[]>;
}

interface Row {
  readonly id: Uuid;
  readonly order_id: Uuid;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly asked_by: AccountId;
  readonly reason: string;
  readonly asked_at: Date;
  readonly state: AskedRefund['state'];
}

const refundOf = (row: Row): AskedRefund => ({
  id: row.id,
  orderId: row.order_id,
  transactionId: row.transaction_id,
  amountCents: row.amount_cents,
  askedBy: row.asked_by,
  reason: row.reason,
  askedAt: row.asked_at,
  state: row.state,
});

export function makeRefundStore({ kysely }: Pick<Database, 'kysely'>): RefundStore {
  return {
    reserve: ({ id, orderId, transactionId, amountCents, askedBy, reason }, decide, onReserved) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`select from orders where id = ${orderId} for update`.execute(transaction);
        // A process that died while it asked: nobody knows what the biller did.
        await sql`update order_refunds set state = 'unknown', answered_at = now()
          where order_id = ${orderId} and state = 'asking' and asked_at < now() - interval '1 minute'`.execute(
          transaction,
        );
        const { rows } = await sql<Row>`
          select * from order_refunds where order_id = ${orderId} order by asked_at desc`.execute(
          transaction,
        );
        const same = rows.find((row) => row.id === id);
        if (same) return { refund: refundOf(same), isRepeat: true };
        if (!decide(rows[0] && refundOf(rows[0]))) return undefined;
        const made = await sql<Row>`
          insert into order_refunds (id, order_id, transaction_id, amount_cents, asked_by, reason)
          values (${id}, ${orderId}, ${transactionId}, ${amountCents}, ${askedBy}, ${reason}) returning *`.execute(
          transaction,
        );
        await onReserved(transaction);
        return { refund: refundOf(made.rows[0]!), isRepeat: false };
      }),
    answer: (id, state, onAnswered) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`update order_refunds set state = ${state}, answered_at = now()
          where id = ${id} and state = 'asking'`.execute(transaction);
        await onAnswered(transaction);
      }),
    async listOf(orderId) {
      const { rows } = await sql<Row>`
        select *, case when state = 'asking' and asked_at < now() - interval '1 minute' then 'unknown' else state end
          as state
        from order_refunds where order_id = ${orderId} order by asked_at desc`.execute(kysely);
      return rows.map(refundOf);
    },
  };
}
