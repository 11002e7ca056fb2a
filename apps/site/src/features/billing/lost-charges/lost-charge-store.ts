import type { Biller } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type BillerEvent, type ListedSale, readKeptEvent } from '../billers/port/biller-port.ts';
import { type Order, orderOf, type OrderRow } from '../orders/order-store.ts';
import type { Found } from './lost-charge-rules.ts';

/** A charge whose outcome is not known. */
export interface LostCharge {
  readonly order: Order;
  readonly looks: number;
  readonly ageMs: number;
}

/** What staff sees of a charge that was looked for. */
export interface SoughtCharge {
  readonly askedAt: Date;
  readonly looks: number;
  readonly lookedAt: Date | null;
  readonly found: Found | null;
  readonly sales: readonly ListedSale[];
  /** Since when a person has to decide it; null: nobody has to. */
  readonly deskAt: Date | null;
  readonly isDecided: boolean;
}

export interface LostChargeStore {
  /** Billers with a look due. */
  listDue(): Promise<Biller[]>;
  /** Whether the biller may be asked now; only one caller at a time gets true, on all nodes. */
  claimBiller(biller: Biller, everyMs: number): Promise<boolean>;
  /** Charges of a biller that are due, oldest first. */
  listLost(biller: Biller, limit: number): Promise<LostCharge[]>;
  /** Which of these transactions pay another order. */
  listClaimed(biller: Biller, transactionIds: readonly string[], than: Uuid): Promise<ReadonlySet<string>>;
  /** Other undecided orders of its biller, price and currency that were made within a day of it. */
  countRivals(order: Order): Promise<number>;
  /** Sales that posts reported without naming an order, paid by the card of this charge after it was requested. */
  listUnnamed(order: Order): Promise<readonly ListedSale[]>;
  /** Keeps what a look has found. */
  noteLook(
    id: Uuid,
    look: {
      readonly found: Found;
      readonly sales: readonly ListedSale[];
      readonly isForDesk: boolean;
      readonly nextMs: number;
    },
  ): Promise<void>;
  /** Its outcome is a fact of its order. */
  markDecided(id: Uuid): Promise<void>;
  /** Stores a person's decision on the outcome. @returns false where nobody has to decide it any more */
  keepDecision(transaction: Transaction, id: Uuid, event: BillerEvent): Promise<boolean>;
  /** Decisions of people that are not facts yet. */
  listDecisions(): Promise<readonly { readonly order: Order; readonly event: BillerEvent }[]>;
  find(id: Uuid): Promise<SoughtCharge | undefined>;
}

type Kysely = Database['kysely'];

async function listLost(kysely: Kysely, biller: Biller, limit: number): Promise<LostCharge[]> {
  const { rows } = await sql<OrderRow & { looks: number; age_ms: number }>`
    select o.*, c.looks, (extract(epoch from now() - c.asked_at) * 1000)::bigint as age_ms
    from order_charges c join orders o on o.id = c.order_id
    where c.decided_at is null and c.look_at <= now() and c.biller = ${biller}
      and o.state in ('sent', 'pending')
    order by c.asked_at limit ${limit}`.execute(kysely);
  return rows.map((row) => ({ order: orderOf(row), looks: row.looks, ageMs: row.age_ms }));
}

async function listUnnamed(kysely: Kysely, order: Order): Promise<readonly ListedSale[]> {
  const { rows } = await sql<{ body: string; card_token: string }>`
    select p.body, k.card_token from order_charges c
      join cards k on k.id = c.card_id
      join postbacks p on p.biller = c.biller and p.order_id is null and p.transaction_id is not null
        and p.done_at is null and p.received_at >= c.asked_at
    where c.order_id = ${order.id}`.execute(kysely);
  return rows.flatMap(({ body, card_token: token }) => {
    const event = readKeptEvent(body);
    const { amountCents, currency } = event ?? { amountCents: null, currency: null };
    const isThis =
      event?.kind === 'approved' &&
      event.card?.token === token &&
      (amountCents ?? order.amountCents) === order.amountCents &&
      (currency ?? order.currency) === order.currency;
    return isThis
      ? [{ transactionId: event.transactionId, amountCents: order.amountCents, currency: order.currency }]
      : [];
  });
}

async function findSought(kysely: Kysely, id: Uuid): Promise<SoughtCharge | undefined> {
  const { rows } = await sql<SoughtCharge>`
    select asked_at as "askedAt", looks, looked_at as "lookedAt", found, sales, desk_at as "deskAt",
      decided_at is not null as "isDecided"
    from order_charges where order_id = ${id}`.execute(kysely);
  return rows[0];
}

/** The book of charges whose answers may be lost. */
export function makeLostChargeStore({ kysely }: Pick<Database, 'kysely'>): LostChargeStore {
  return {
    async listDue() {
      // A charge decided by a post is no longer looked for.
      await sql`
        update order_charges c set decided_at = now() from orders o
        where o.id = c.order_id and c.decided_at is null and c.look_at <= now()
          and o.state not in ('created', 'sent', 'pending', 'expired')`.execute(kysely);
      const { rows } = await sql<{ biller: Biller }>`
        select distinct c.biller from order_charges c join orders o on o.id = c.order_id
        where c.decided_at is null and c.look_at <= now() and o.state in ('sent', 'pending')`.execute(kysely);
      return rows.map(({ biller }) => biller);
    },
    async claimBiller(biller, everyMs) {
      const { rows } = await sql`
        insert into biller_looks (biller, looked_at) values (${biller}, now())
        on conflict (biller) do update set looked_at = now()
          where biller_looks.looked_at <= now() - ${everyMs}::bigint * interval '1 millisecond'
        returning biller`.execute(kysely);
      return rows.length > 0;
    },
    listLost: (biller, limit) => listLost(kysely, biller, limit),
    async listClaimed(biller, ids, than) {
      const { rows } = await sql<{ transaction_id: string }>`
        select transaction_id from biller_transactions
        where biller = ${biller} and transaction_id = any(${ids}::text[]) and order_id <> ${than}`.execute(
        kysely,
      );
      return new Set(rows.map((row) => row.transaction_id));
    },
    async countRivals({ id, biller, amountCents, currency, createdAt }) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from orders
        where biller = ${biller} and id <> ${id} and amount_cents = ${amountCents} and currency = ${currency}
          and state in ('sent', 'pending', 'expired')
          and created_at between ${createdAt}::timestamptz - interval '1 day' and ${createdAt}::timestamptz + interval '1 day'
          and id >= ledger.uuid_floor(${createdAt}::timestamptz - interval '25 hours')`.execute(kysely);
      return rows[0]!.count;
    },
    listUnnamed: (order) => listUnnamed(kysely, order),
    async noteLook(id, { found, sales, isForDesk, nextMs }) {
      await sql`
        update order_charges set looks = looks + 1, looked_at = now(), found = ${found},
          sales = ${JSON.stringify(sales)}::jsonb,
          look_at = now() + ${nextMs}::bigint * interval '1 millisecond',
          desk_at = coalesce(desk_at, case when ${isForDesk}::boolean then now() end)
        where order_id = ${id} and decided_at is null`.execute(kysely);
    },
    async markDecided(id) {
      await sql`
        update order_charges set decided_at = now() where order_id = ${id} and decided_at is null`.execute(
        kysely,
      );
    },
    async keepDecision(transaction, id, event) {
      const { rows } = await sql`
        update order_charges set decision = ${JSON.stringify(event)}::jsonb
        where order_id = ${id} and desk_at is not null and decision is null and decided_at is null
        returning order_id`.execute(transaction);
      return rows.length > 0;
    },
    async listDecisions() {
      const { rows } = await sql<OrderRow & { decision: unknown }>`
        select o.*, c.decision from order_charges c join orders o on o.id = c.order_id
        where c.decision is not null and c.decided_at is null`.execute(kysely);
      return rows.flatMap((row) => {
        const event = readKeptEvent(JSON.stringify(row.decision));
        return event ? [{ order: orderOf(row), event }] : [];
      });
    },
    find: (id) => findSought(kysely, id),
  };
}
