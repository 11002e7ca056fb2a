import type { FanLevel } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Pair } from './membership-store.ts';

/** What a member has paid, or is about to. */
export type FanPayment = Pair & {
  /** The hold's id, from which the transfer's is derived; for a renewal the transfer's own. */
  readonly id: Uuid;
  readonly kind: 'join' | 'upgrade' | 'renewal';
  readonly level: FanLevel;
  readonly tokens: number;
  /** Unix milliseconds. */
  readonly periodEndsAt: number;
  readonly refundTokens: number;
};

interface Row {
  readonly payment_id: Uuid;
  readonly member_id: AccountId;
  readonly model_id: AccountId;
  readonly kind: FanPayment['kind'];
  readonly level: FanLevel;
  readonly tokens: number;
  readonly period_ends_at: Date;
  readonly refund_tokens: number;
}

const paymentOf = (row: Row): FanPayment => ({
  id: row.payment_id,
  memberId: row.member_id,
  modelId: row.model_id,
  kind: row.kind,
  level: row.level,
  tokens: row.tokens,
  periodEndsAt: row.period_ends_at.getTime(),
  refundTokens: row.refund_tokens,
});

/** Payments of members, and their refunds. */
export type PaymentStore = ReturnType<typeof makePaymentStore>;

export function makePaymentStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async find(id: Uuid): Promise<FanPayment | undefined> {
      const { rows } =
        await sql<Row>`select * from fan_payments where payment_id = ${id} and state <> 'freed'`.execute(
          kysely,
        );
      return rows[0] && paymentOf(rows[0]);
    },
    /** @returns false where it was kept before */
    async add(
      within: Transaction,
      payment: FanPayment,
      { state, now }: { readonly state: 'held' | 'paid'; readonly now: number },
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into fan_payments (payment_id, member_id, model_id, kind, level, tokens, period_ends_at, paid_at, state)
        values (${payment.id}, ${payment.memberId}, ${payment.modelId}, ${payment.kind}, ${payment.level},
          ${payment.tokens}, ${new Date(payment.periodEndsAt)}, ${new Date(now)}, ${state})
        on conflict (payment_id) do nothing`.execute(within);
      return numAffectedRows === 1n;
    },
    async settle(id: Uuid, state: 'paid' | 'freed'): Promise<void> {
      await sql`
        update fan_payments set state = ${state} where payment_id = ${id} and state = 'held'`.execute(kysely);
    },
    /** Which of these payments are still to be made. */
    async listLive(ids: readonly Uuid[]): Promise<readonly Uuid[]> {
      const { rows } = await sql<{ payment_id: Uuid }>`
        select payment_id from fan_payments where payment_id = any(${[...ids]}::uuid[]) and state = 'held'`.execute(
        kysely,
      );
      return rows.map(({ payment_id }) => payment_id);
    },
    /** Those that have been held since before that. */
    async listHeld(before: number, limit: number): Promise<readonly FanPayment[]> {
      const { rows } = await sql<Row>`
        select * from fan_payments where state = 'held' and paid_at <= ${new Date(before)}
        order by paid_at limit ${limit}`.execute(kysely);
      return rows.map(paymentOf);
    },
    /** What was paid for the period that ends then, newest first. */
    async listOfPeriod(
      within: Transaction,
      pair: Pair,
      periodEndsAt: number,
    ): Promise<readonly FanPayment[]> {
      const { rows } = await sql<Row>`
        select * from fan_payments
        where member_id = ${pair.memberId} and model_id = ${pair.modelId} and state <> 'freed'
          and refund_tokens = 0 and period_ends_at = ${new Date(periodEndsAt)}
        order by paid_at desc, payment_id desc`.execute(within);
      return rows.map(paymentOf);
    },
    /** A refund that is due; carried out once the payment is made. */
    async owe(within: Transaction, id: Uuid, tokens: number): Promise<void> {
      await sql`
        update fan_payments set refund_tokens = ${tokens}
        where payment_id = ${id} and refund_tokens = 0`.execute(within);
    },
    /** Paid ones with a refund due. */
    async listOwed(limit: number): Promise<readonly FanPayment[]> {
      const { rows } = await sql<Row>`
        select * from fan_payments where refund_tokens > 0 and not is_refunded and state = 'paid'
        order by paid_at limit ${limit}`.execute(kysely);
      return rows.map(paymentOf);
    },
    async keepRefund(id: Uuid): Promise<void> {
      await sql`update fan_payments set is_refunded = true where payment_id = ${id}`.execute(kysely);
    },
    /** What each of these members has paid for the club, minus refunds. */
    async spentOf(
      modelId: AccountId,
      memberIds: readonly AccountId[],
    ): Promise<ReadonlyMap<AccountId, number>> {
      const { rows } = await sql<{ member_id: AccountId; tokens: number }>`
        select member_id, sum(tokens - refund_tokens)::int as tokens from fan_payments
        where model_id = ${modelId} and member_id = any(${[...memberIds]}) and state <> 'freed'
        group by member_id`.execute(kysely);
      return new Map(rows.map(({ member_id, tokens }) => [member_id, tokens]));
    },
  };
}
