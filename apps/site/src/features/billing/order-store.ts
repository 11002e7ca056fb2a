import type { Biller, OrderState, Product } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

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
}

export interface ProductRow {
  readonly internalId: string;
  readonly tokens: number;
  readonly bonusTokens: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly label: string | null;
  readonly isOneclick: boolean;
}

export interface Card {
  readonly id: Uuid;
  readonly biller: Biller;
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
}

export interface OrderStore {
  listProducts(): Promise<ProductRow[]>;
  findProduct(internalId: string): Promise<ProductRow | undefined>;
  /** An open order of the same account, biller and product is reused (section 2.8). */
  openOrder(account: AccountId, biller: Biller, product: ProductRow): Promise<Order>;
  /** A new order even where one is open: a charge of its own. */
  createOrder(account: AccountId, biller: Biller, product: ProductRow): Promise<Order>;
  find(id: Uuid): Promise<Order | undefined>;
  /** Moves an order on, unless it has succeeded; answers whether it moved. */
  move(
    id: Uuid,
    state: OrderState,
    detail?: { readonly declineCode?: string; readonly transactionId?: string; readonly transferId?: Uuid },
  ): Promise<boolean>;
  list(account: AccountId, cursor: Uuid | undefined, limit: number): Promise<Order[]>;
  /** Cents of today's orders that succeeded. */
  boughtToday(account: AccountId): Promise<number>;
  lastSucceeded(account: AccountId): Promise<Order | undefined>;
  /** What rooms ask of those who come in, of each account in their order; recent are purchases of the last 30 days. */
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
  listCards(account: AccountId): Promise<Card[]>;
  /** Those of these accounts who have a card on file; asks nothing about nobody. */
  listCardHolders(accounts: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  keepCard(account: AccountId, card: Omit<Card, 'id'>): Promise<void>;
}

interface Row {
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
}

const orderOf = (row: Row): Order => ({
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
});

interface ProductDbRow {
  readonly internal_id: string;
  readonly tokens: number;
  readonly bonus_tokens: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly label: string | null;
  readonly is_oneclick: boolean;
}

const productOf = (row: ProductDbRow): ProductRow => ({
  internalId: row.internal_id,
  tokens: row.tokens,
  bonusTokens: row.bonus_tokens,
  amountCents: row.amount_cents,
  currency: row.currency,
  label: row.label,
  isOneclick: row.is_oneclick,
});

/** What a product brings: its tokens and the bonus on top. */
const creditedTokens = (product: ProductRow): number => product.tokens + product.bonusTokens;

/** The wire's product at one biller. */
export const presentProduct = (product: ProductRow, biller: Biller): Product => ({
  internal_id: product.internalId,
  tokens: product.tokens,
  amount: product.amountCents,
  currency: product.currency,
  discount: 0,
  membership: null,
  is_oneclick: product.isOneclick,
  biller,
  biller_link: `billing/purchase/${biller}/${product.internalId}`,
  label: product.label,
  bonus_tokens: product.bonusTokens,
});

export function makeOrderStore({ kysely }: Database): OrderStore {
  const createOrder: OrderStore['createOrder'] = async (account, biller, product) => {
    const { rows } = await sql<Row>`
      insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency)
      values (${uuidv7()}, ${account}, ${biller}, ${product.internalId}, ${creditedTokens(product)},
        ${product.amountCents}, ${product.currency}) returning *`.execute(kysely);
    return orderOf(rows[0]!);
  };

  return {
    async listProducts() {
      const { rows } =
        await sql<ProductDbRow>`select * from products where is_offered order by position`.execute(kysely);
      return rows.map(productOf);
    },
    async findProduct(internalId) {
      const { rows } = await sql<ProductDbRow>`
        select * from products where is_offered and internal_id = ${internalId}`.execute(kysely);
      return rows[0] && productOf(rows[0]);
    },
    async openOrder(account, biller, product) {
      const { rows } = await sql<Row>`
        select * from orders where account_id = ${account} and biller = ${biller}
          and internal_id = ${product.internalId} and amount_cents = ${product.amountCents}
          and tokens = ${creditedTokens(product)} and state in ('created', 'sent')
        order by id desc limit 1`.execute(kysely);
      return rows[0] ? orderOf(rows[0]) : createOrder(account, biller, product);
    },
    createOrder,
    async find(id) {
      const { rows } = await sql<Row>`select * from orders where id = ${id}`.execute(kysely);
      return rows[0] && orderOf(rows[0]);
    },
    async move(id, state, detail = {}) {
      const isReversal = state === 'refunded' || state === 'charged_back';
      const { rows } = await sql`
        update orders set state = ${state},
          decline_code = ${detail.declineCode ?? null},
          transaction_id = coalesce(${detail.transactionId ?? null}, transaction_id),
          transfer_id = coalesce(${detail.transferId ?? null}::uuid, transfer_id),
          settled_at = case when ${state} in ('succeeded', 'declined') then now() else settled_at end
        where id = ${id} and state <> ${state}
          and (${isReversal} or state not in ('succeeded', 'refunded', 'charged_back'))
        returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async list(account, cursor, limit) {
      const { rows } = await sql<Row>`
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
    async lastSucceeded(account) {
      const { rows } = await sql<Row>`
        select * from orders where account_id = ${account} and state = 'succeeded' order by id desc limit 1`.execute(
        kysely,
      );
      return rows[0] && orderOf(rows[0]);
    },
    async payingOf(accounts) {
      const { rows } = await sql<{ purchases: boolean; cards: boolean; recent: number }>`
        select count(o.id) > 0 as purchases,
          count(o.id) filter (where o.settled_at > now() - interval '30 days')::int as recent,
          exists (select from cards where account_id = who.id) as cards
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
      const { rows } = await sql<Row>`
        update orders set state = 'expired'
        where state in ('created', 'sent', 'pending') and created_at < now() - interval '24 hours'
        returning *`.execute(kysely);
      return rows.map(orderOf);
    },
    async listCards(account) {
      const { rows } = await sql<{
        id: Uuid;
        biller: Biller;
        card_token: string;
        brand: string;
        last4: string;
      }>`
        select id, biller, card_token, brand, last4 from cards where account_id = ${account} order by id`.execute(
        kysely,
      );
      return rows.map((row) => ({
        id: row.id,
        biller: row.biller,
        token: row.card_token,
        brand: row.brand,
        last4: row.last4,
      }));
    },
    async listCardHolders(accounts) {
      if (accounts.length === 0) return new Set();
      const { rows } = await sql<{ account_id: AccountId }>`
        select distinct account_id from cards where account_id = any(${accounts})`.execute(kysely);
      return new Set(rows.map(({ account_id: id }) => id));
    },
    async keepCard(account, card) {
      await sql`
        insert into cards (id, account_id, biller, card_token, brand, last4)
        values (${uuidv7()}, ${account}, ${card.biller}, ${card.token}, ${card.brand}, ${card.last4})
        on conflict (account_id, biller, card_token) do nothing`.execute(kysely);
    },
  };
}
