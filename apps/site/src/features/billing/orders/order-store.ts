import type { Biller, OrderState } from '@klieg/contract';
import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type CardStore, makeCardStore } from './card-store.ts';
import { creditedTokens, type Sold } from '../products/product-store.ts';

export interface Order {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly biller: Biller;
  readonly internalId: string;
  /** Credited when it succeeds, bonus included. */
  readonly tokens: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly state: OrderState;
  readonly declineCode: string | null;
  readonly createdAt: Date;
  /** When its outcome was known first. */
  readonly settledAt: Date | null;
  readonly purpose: OrderPurpose;
  /** By a page of the biller, or by a charge of a card. */
  readonly way: 'link' | 'charge';
}

/** Purpose of an order: bought by the person, to settle a debt, bought automatically, or a renewal. */
export type OrderPurpose = 'purchase' | 'postpay' | 're_up' | 'membership';

export interface OrderStore extends CardStore {
  /**
   * Makes an order and reserves its price under the account's lock, so that all simultaneous orders, on all nodes, stay
   * under the limit. A `link` reuses the open order of the same account, biller and product (section 2.8), and keeps
   * its part of the limit until it ends, since the biller's page can be paid until then; a `charge` releases it when it
   * is declined. A known id gets the existing order. An offer for one person is bought once.
   * @returns undefined when the price no longer fits under the limit of the day
   * @throws billing.product_unknown for an offer that is taken
   */
  reserve(request: {
    readonly account: AccountId;
    readonly biller: Biller;
    readonly product: Sold;
    readonly way: 'link' | 'charge';
    /** Null: debts are charged whatever was bought today. */
    readonly limitCents: number | null;
    /** Written down by the caller before, so that a crash leads to the same order; absent: a new one. */
    readonly id?: Uuid | undefined;
    readonly purpose?: OrderPurpose | undefined;
  }): Promise<Order | undefined>;
  find(id: Uuid, within?: Transaction): Promise<Order | undefined>;
  /**
   * An order is on its way to the biller.
   * @param cardId of a charge: stored in the same transaction, so that the charge is looked for if its answer is lost
   * @returns whether this call was the one that sent it
   */
  markSent(id: Uuid, cardId?: Uuid): Promise<boolean>;
  /** The charge of an order became a page of the biller, whose post tells its outcome. */
  dropCharge(id: Uuid): Promise<void>;
  /** The holder of the card is at their bank: the outcome of the charge is looked for later. */
  delayCharge(id: Uuid): Promise<void>;
  list(account: AccountId, cursor: Uuid | undefined, limit: number): Promise<Order[]>;
  /** Charges that nobody pressed a button for, newest first. */
  listCharges(account: AccountId, purpose: OrderPurpose, since: Date): Promise<Order[]>;
  /** How often somebody has paid, and whether a bank ever took one back. */
  standingOf(account: AccountId): Promise<{ readonly purchases: number; readonly chargebacks: number }>;
  /** Cents of today's orders that succeeded. */
  boughtToday(account: AccountId): Promise<number>;
  /** The same, and what orders on their way may still take: the limit of a day counts both. */
  takenToday(account: AccountId): Promise<number>;
  lastSucceeded(account: AccountId): Promise<Order | undefined>;
  /** What rooms ask about people entering, for each account in order; recent are purchases of the last 30 days. */
  payingOf(accounts: readonly AccountId[]): Promise<
    readonly {
      readonly hasPurchase: boolean;
      readonly hasCard: boolean;
      readonly recentPurchases: number;
    }[]
  >;
  /** The newest order's decline, while it is under 24 hours old. */
  lastDecline(account: AccountId): Promise<string | undefined>;
  /** Orders that waited too long (S2404); a later valid post still succeeds. */
  expireOld(): Promise<Order[]>;
}

/** As long as the holder of a card may take at their bank, and a little more. */
const CHALLENGE_MINUTES = 65;
/** Vouchers are paid at a shop, and coins when their chain has them. */
const SLOW_BILLERS: readonly Biller[] = ['cashtocode', 'paygarden', 'rocketfuel'];

/** An order as stored in its table. */
export interface OrderRow {
  readonly id: Uuid;
  readonly account_id: AccountId;
  readonly biller: Biller;
  readonly internal_id: string;
  readonly tokens: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly state: OrderState;
  readonly decline_code: string | null;
  readonly created_at: Date;
  readonly settled_at: Date | null;
  readonly purpose: OrderPurpose;
  readonly way: 'link' | 'charge';
}

export const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  accountId: row.account_id,
  biller: row.biller,
  internalId: row.internal_id,
  tokens: row.tokens,
  amountCents: row.amount_cents,
  currency: row.currency,
  state: row.state,
  declineCode: row.decline_code,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  purpose: row.purpose,
  way: row.way,
});

type Reservation = Parameters<OrderStore['reserve']>[0];

/** The open link to the same product, where there is one. */
async function findOpenLink(
  transaction: Transaction,
  { account, biller, product }: Reservation,
): Promise<Order | undefined> {
  const { rows } = await sql<OrderRow>`
    select * from orders where account_id = ${account} and biller = ${biller} and way = 'link'
      and internal_id = ${product.internalId} and amount_cents = ${product.amountCents}
      and tokens = ${creditedTokens(product)} and state in ('created', 'sent')
    order by id desc limit 1`.execute(transaction);
  return rows[0] && orderOf(rows[0]);
}

/** Cents that were bought today, and that orders on their way may still take. */
async function takenCents(within: Pick<Transaction, 'getExecutor'>, account: AccountId): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from orders
    where account_id = ${account} and (
      (state = 'succeeded' and settled_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc')
      or (state in ('created', 'sent', 'pending') and created_at > now() - interval '24 hours')
      or (state = 'declined' and way = 'link' and created_at > now() - interval '24 hours'))`.execute(within);
  return rows[0]!.cents;
}

/**
 * Whether a product sold only by a personal offer is no longer available: expired, bought, or being bought. An open
 * link can be paid besides a charge, so it blocks one; another biller's link is another way to the same purchase.
 */
async function isOfferTaken(
  transaction: Transaction,
  { account, product, way }: Reservation,
): Promise<boolean> {
  const { rows } = await sql`
    select from products p
    left join personal_offers f on f.internal_id = p.internal_id and f.account_id = ${account}
      and f.starts_at <= now() and f.ends_at > now()
    where p.internal_id = ${product.internalId} and p.offer_of is not null and (f.account_id is null or exists (
      select from orders o where o.account_id = ${account} and o.internal_id = p.internal_id
        and o.created_at >= f.starts_at and (o.state = 'succeeded' or (
          o.state in ('created', 'sent', 'pending') and 'charge' in (o.way, ${way})))))`.execute(transaction);
  return rows.length > 0;
}

async function reserveOrder(transaction: Transaction, request: Reservation): Promise<Order | undefined> {
  const { account, biller, product, way, limitCents, id = uuidv7(), purpose = 'purchase' } = request;
  await sql`select from accounts where id = ${account} for no key update`.execute(transaction);
  if (request.id) {
    const { rows } = await sql<OrderRow>`
      select * from orders where id = ${id} and account_id = ${account}`.execute(transaction);
    if (rows[0]) return orderOf(rows[0]);
  }
  const open = way === 'link' ? await findOpenLink(transaction, request) : undefined;
  if (open) return open;
  if (await isOfferTaken(transaction, request)) throw new AppError('billing.product_unknown');
  if (limitCents !== null && (await takenCents(transaction, account)) + product.amountCents > limitCents)
    return undefined;
  const { rows } = await sql<OrderRow>`
    insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, way, purpose)
    values (${id}, ${account}, ${biller}, ${product.internalId}, ${creditedTokens(product)},
      ${product.amountCents}, ${product.currency}, ${way}, ${purpose}) returning *`.execute(transaction);
  return orderOf(rows[0]!);
}

export function makeOrderStore(database: Database): OrderStore {
  const { kysely } = database;
  return {
    ...makeCardStore(database),
    reserve: (request) => kysely.transaction().execute((transaction) => reserveOrder(transaction, request)),
    async find(id, within) {
      const { rows } = await sql<OrderRow>`select * from orders where id = ${id}`.execute(within ?? kysely);
      return rows[0] && orderOf(rows[0]);
    },
    async markSent(id, cardId) {
      const { rows } = await sql`
        with sent as (update orders set state = 'sent' where id = ${id} and state = 'created' returning id, biller),
        charge as (
          insert into order_charges (order_id, biller, card_id)
          select id, biller, ${cardId ?? null}::uuid from sent where ${cardId ?? null}::uuid is not null)
        select from sent`.execute(kysely);
      return rows.length === 1;
    },
    async dropCharge(id) {
      await sql`delete from order_charges where order_id = ${id}`.execute(kysely);
    },
    async delayCharge(id) {
      await sql`
        update order_charges set look_at = now() + ${CHALLENGE_MINUTES}::int * interval '1 minute'
        where order_id = ${id}`.execute(kysely);
    },
    async listCharges(account, purpose, since) {
      const { rows } = await sql<OrderRow>`
        select * from orders where account_id = ${account} and purpose = ${purpose} and created_at >= ${since}
        order by id desc limit 400`.execute(kysely);
      return rows.map(orderOf);
    },
    async standingOf(account) {
      const { rows } = await sql<{ purchases: number; chargebacks: number }>`
        select count(*) filter (where state = 'succeeded')::int as purchases,
          count(*) filter (where state = 'charged_back')::int as chargebacks
        from orders where account_id = ${account}`.execute(kysely);
      return rows[0]!;
    },
    async list(account, cursor, limit) {
      const { rows } = await sql<OrderRow>`
        select * from orders where account_id = ${account} and state <> 'created'
          and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map(orderOf);
    },
    async boughtToday(account) {
      const { rows } = await sql<{ cents: number }>`
        select coalesce(sum(amount_cents), 0)::bigint as cents from orders
        where account_id = ${account} and state = 'succeeded'
          and settled_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`.execute(kysely);
      return rows[0]!.cents;
    },
    takenToday: (account) => takenCents(kysely, account),
    async lastSucceeded(account) {
      const { rows } = await sql<OrderRow>`
        select * from orders where account_id = ${account} and state = 'succeeded' order by id desc limit 1`.execute(
        kysely,
      );
      return rows[0] && orderOf(rows[0]);
    },
    async payingOf(accounts) {
      const { rows } = await sql<{ purchases: boolean; cards: boolean; recent: number }>`
        select count(o.id) > 0 as purchases,
          count(o.id) filter (where o.settled_at > now() - interval '30 days')::int as recent,
          exists (select from cards where account_id = who.id and deleted_at is null) as cards
        from unnest(${accounts}::bigint[]) with ordinality as who (id, place)
        left join orders o on o.account_id = who.id and o.state = 'succeeded'
        group by who.place, who.id order by who.place`.execute(kysely);
      return rows.map(({ purchases, cards, recent }) => ({
        hasPurchase: purchases,
        hasCard: cards,
        recentPurchases: recent,
      }));
    },
    async lastDecline(account) {
      const { rows } = await sql<{ decline_code: string | null; state: string }>`
        select decline_code, state from orders
        where account_id = ${account} and state in ('succeeded', 'declined') and settled_at > now() - interval '24 hours'
        order by settled_at desc limit 1`.execute(kysely);
      return rows[0]?.state === 'declined' ? (rows[0].decline_code ?? 'DECLINED') : undefined;
    },
    async expireOld() {
      const { rows } = await sql<OrderRow>`
        update orders set state = 'expired'
        where state in ('created', 'sent', 'pending')
          and created_at < now() - case when biller = any(${SLOW_BILLERS}) then interval '7 days' else interval '24 hours' end
          -- A charge that was asked for and not answered may have been made: it stays open until somebody knows.
          and not exists (select from order_charges c where c.order_id = orders.id and c.decided_at is null)
        returning *`.execute(kysely);
      return rows.map(orderOf);
    },
  };
}
