import type { Biller, OrderState } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type BillerEvent, readKeptEvent } from '../billers/port/biller-port.ts';
import { type Order, orderOf, type OrderRow } from './order-store.ts';
import { type Booking, priceBookings, type PricedBooking } from './order-rules.ts';
import type { OrderTarget, SuspendedPayment } from './order-target.ts';

/** All that is known of an order while its lock is held. */
export interface KnownOrder {
  readonly order: Order;
  /** Facts of transactions that belong to this order, each once, in no order. */
  readonly facts: readonly BillerEvent[];
  readonly bookings: readonly Booking[];
}

/** What one look at an order found: bookings that are to be carried out first, or its new state. */
export interface SettlementStep {
  readonly order: Order;
  readonly undone: readonly PricedBooking[];
  /** The state that the order now has, when this step changed it. */
  readonly movedTo: OrderState | undefined;
  readonly declineCode: string | null;
  /** Payments that this step was the first to suspend. */
  readonly newlySuspended: readonly SuspendedPayment[];
}

export interface SettlementStore {
  /**
   * Takes the order's lock, has the plan decided from everything committed, and stores it. The state is written only
   * when every booking is done, so that a paid order always has its tokens.
   * @returns undefined where there is no such order
   */
  step(
    id: Uuid,
    decide: (known: KnownOrder) => {
      readonly target: OrderTarget;
      readonly missing: readonly Booking[];
    },
  ): Promise<SettlementStep | undefined>;
  /** The order that a transaction has paid. */
  findOrder(biller: Biller, transactionId: string): Promise<Uuid | undefined>;
  finishBooking(transferId: Uuid): Promise<void>;
  /**
   * Payments that pay for nothing: how many, and their cents; what a biller says may be more than a number can hold.
   */
  countSuspended(): Promise<{ readonly count: number; readonly cents: number }>;
}

interface BookingRow {
  readonly number: number;
  readonly kind: Booking['kind'];
  readonly tokens: number;
  readonly transfer_id: Uuid;
  readonly reverses: Uuid | null;
  readonly is_done: boolean;
}

const bookingOf = (row: BookingRow): Booking => ({
  number: row.number,
  kind: row.kind,
  tokens: row.tokens,
  transferId: row.transfer_id,
  reverses: row.reverses,
  isDone: row.is_done,
});

/** A biller's transaction belongs to the order that named it first; its other facts follow it. */
async function claimTransactions(
  transaction: Transaction,
  order: Order,
  facts: readonly BillerEvent[],
): Promise<readonly BillerEvent[]> {
  const paid = facts.filter(({ kind }) => kind === 'approved').map((fact) => fact.transactionId);
  // In one order everywhere, so that two orders that name the same transactions do not wait for each other.
  const ids = [...new Set(paid)].toSorted();
  if (ids.length === 0) return facts;
  const { rows } = await sql<{ transaction_id: string }>`
    insert into biller_transactions (biller, transaction_id, kind, order_id)
    select ${order.biller}, id, 'approved', ${order.id}::uuid from unnest(${ids}::text[]) id
    on conflict (biller, transaction_id, kind) do update set kind = excluded.kind
      where biller_transactions.order_id = excluded.order_id
    returning transaction_id`.execute(transaction);
  const own = new Set(rows.map((row) => row.transaction_id));
  return facts.filter((fact) => !ids.includes(fact.transactionId) || own.has(fact.transactionId));
}

async function readFacts(transaction: Transaction, order: Order): Promise<readonly BillerEvent[]> {
  const { rows } = await sql<{ body: string }>`
    select body from postbacks
    where order_id = ${order.id} and biller = ${order.biller} and quarantined_at is null`.execute(
    transaction,
  );
  // One that cannot be read has no effect on the others of its order.
  return rows.flatMap(({ body }) => readKeptEvent(body) ?? []);
}

/** Facts that name no order but a transaction which belongs to this one. */
async function readNameless(transaction: Transaction, order: Order): Promise<readonly BillerEvent[]> {
  const { rows } = await sql<{ body: string }>`
    select p.body from biller_transactions t
    join postbacks p on p.biller = t.biller and p.transaction_id = t.transaction_id and p.order_id is null
    where t.order_id = ${order.id} and t.biller = ${order.biller} and p.quarantined_at is null`.execute(
    transaction,
  );
  return rows.flatMap(({ body }) => readKeptEvent(body) ?? []);
}

async function saveBookings(transaction: Transaction, id: Uuid, missing: readonly Booking[]): Promise<void> {
  for (const { number, kind, tokens, transferId, reverses } of missing)
    await sql`
      insert into order_bookings (order_id, number, kind, tokens, transfer_id, reverses)
      values (${id}, ${number}, ${kind}, ${tokens}, ${transferId}, ${reverses})`.execute(transaction);
}

/** Writes what an order is; answers the new state where it is another one. */
async function saveState(
  transaction: Transaction,
  order: Order,
  target: OrderTarget,
  transferId: Uuid | undefined,
): Promise<OrderState | undefined> {
  const { state } = target;
  if (!state) return undefined;
  await sql`
    update orders set state = ${state}, decline_code = ${target.declineCode},
      tokens = ${target.sold?.tokens ?? order.tokens}, amount_cents = ${target.sold?.amountCents ?? order.amountCents},
      transaction_id = coalesce(${target.transactionId}, transaction_id),
      transfer_id = coalesce(${transferId ?? null}::uuid, transfer_id),
      -- A dispute that is won makes no new purchase, and a repeat no new decline.
      settled_at = case when state in ('succeeded', 'refunded', 'charged_back', ${state}) or ${state} = 'pending'
        then settled_at else now() end
    where id = ${order.id}`.execute(transaction);
  return state === order.state ? undefined : state;
}

/** @returns those that were not suspended before */
async function saveSuspended(
  transaction: Transaction,
  order: Order,
  suspended: readonly SuspendedPayment[],
): Promise<readonly SuspendedPayment[]> {
  const ids = suspended.map(({ transactionId }) => transactionId);
  await sql`
    update suspended_payments set resolved_at = now()
    where order_id = ${order.id} and resolved_at is null and transaction_id <> all(${ids}::text[])`.execute(
    transaction,
  );
  const fresh: SuspendedPayment[] = [];
  for (const one of suspended) {
    const { rows } = await sql<{ is_new: boolean }>`
      with known as (
        select from suspended_payments where biller = ${order.biller}
          and transaction_id = ${one.transactionId} and order_id = ${order.id} and resolved_at is null)
      insert into suspended_payments (biller, transaction_id, order_id, reason, amount_cents, currency)
      values (${order.biller}, ${one.transactionId}, ${order.id}, ${one.reason}, ${one.amountCents}, ${one.currency})
      on conflict (biller, transaction_id, order_id)
        do update set reason = excluded.reason, amount_cents = excluded.amount_cents, resolved_at = null
      returning not exists (select from known) as is_new`.execute(transaction);
    if (rows[0]?.is_new) fresh.push(one);
  }
  return fresh;
}

/** @param onMoved writes what follows from a new state into the transaction that makes it true */
export function makeSettlementStore(
  { kysely }: Pick<Database, 'kysely'>,
  onMoved: (transaction: Transaction, order: Order, state: OrderState) => Promise<void> = () =>
    Promise.resolve(),
): SettlementStore {
  return {
    step: (id, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const found = await sql<OrderRow>`select * from orders where id = ${id} for update`.execute(
          transaction,
        );
        if (!found.rows[0]) return undefined;
        const order = orderOf(found.rows[0]);
        const named = await claimTransactions(transaction, order, await readFacts(transaction, order));
        const facts = [...named, ...(await readNameless(transaction, order))];
        const { rows } = await sql<BookingRow>`
          select number, kind, tokens, transfer_id, reverses, done_at is not null as is_done
          from order_bookings where order_id = ${id} order by number`.execute(transaction);
        const bookings = rows.map(bookingOf);
        const { target, missing } = decide({ order, facts, bookings });
        await saveBookings(transaction, id, missing);
        const all = [...bookings, ...missing];
        const sold = { ...order, ...target.sold };
        const undone = priceBookings(sold, all).filter(({ isDone }) => !isDone);
        const base = { order: sold, undone, declineCode: target.declineCode };
        if (undone.length > 0) return { ...base, movedTo: undefined, newlySuspended: [] };
        const purchase = all.find(({ kind }) => kind === 'purchase')?.transferId;
        const movedTo = await saveState(transaction, order, target, purchase);
        if (movedTo) await onMoved(transaction, order, movedTo);
        return {
          ...base,
          movedTo,
          newlySuspended: await saveSuspended(transaction, order, target.suspended),
        };
      }),
    async findOrder(biller, transactionId) {
      const { rows } = await sql<{ order_id: Uuid }>`
        select order_id from biller_transactions
        where biller = ${biller} and transaction_id = ${transactionId} and kind = 'approved'`.execute(kysely);
      return rows[0]?.order_id;
    },
    async finishBooking(transferId) {
      await sql`
        update order_bookings set done_at = now() where transfer_id = ${transferId} and done_at is null`.execute(
        kysely,
      );
    },
    async countSuspended() {
      const { rows } = await sql<{ count: number; cents: number }>`
        select count(*) as count, least(coalesce(sum(amount_cents), 0), ${Number.MAX_SAFE_INTEGER})::bigint as cents
        from suspended_payments where resolved_at is null`.execute(kysely);
      return rows[0]!;
    },
  };
}
