import type { Biller, ProductKind } from '@klieg/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A package as the operator sets it. */
export interface SetProduct {
  readonly internalId: string;
  readonly tokens: number;
  readonly bonusTokens: number;
  readonly amountCents: number;
  readonly label: string | null;
  readonly isOneclick: boolean;
  readonly position: number;
  readonly kind: ProductKind | null;
  readonly biller: Biller | null;
  readonly isEnabled: boolean;
}

export interface KnownProduct extends SetProduct {
  readonly currency: string;
  /** Paid orders of it. */
  readonly sold: number;
}

interface Row {
  readonly internal_id: string;
  readonly tokens: number;
  readonly bonus_tokens: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly label: string | null;
  readonly is_oneclick: boolean;
  readonly position: number;
  readonly only_kind: ProductKind | null;
  readonly only_at: Biller | null;
  readonly is_on: boolean;
  readonly sold: number;
}

const productOf = (row: Row): KnownProduct => ({
  internalId: row.internal_id,
  tokens: row.tokens,
  bonusTokens: row.bonus_tokens,
  amountCents: row.amount_cents,
  currency: row.currency,
  label: row.label,
  isOneclick: row.is_oneclick,
  position: row.position,
  kind: row.only_kind,
  biller: row.only_at,
  isEnabled: row.is_on,
  sold: row.sold,
});

/** Memberships have their own price rules; products for debts or for putting a card on file are not packages. */
const PACKAGES = sql<boolean>`(membership is null and offer_of is null and internal_id <> all ('{postpay,card_on_file}'))`;
const IS_ON = sql<boolean>`(is_enabled and (is_offered or only_at is not null or only_kind is not null))`;

export interface ProductDeskStore {
  /** Every package, in the order of offer; unsold ones last. */
  list(): Promise<KnownProduct[]>;
  /** Under a lock until the end of the transaction, so that of two changes one follows the other. */
  lock(transaction: Transaction, internalId: string): Promise<KnownProduct | 'not_a_package' | undefined>;
  /** @returns false if this id exists by now */
  add(transaction: Transaction, product: SetProduct): Promise<boolean>;
  change(transaction: Transaction, product: SetProduct): Promise<void>;
}

export function makeProductDeskStore({ kysely }: Pick<Database, 'kysely'>): ProductDeskStore {
  /** Sold to everybody in the sense of the version before, which knows neither kinds nor switched-off ones. */
  const isOffered = ({ isEnabled, kind, biller }: SetProduct) =>
    isEnabled && kind === null && biller === null;
  return {
    async list() {
      const { rows } = await sql<Row>`
        select p.*, ${IS_ON} as is_on, (select count(*)::int from orders o
          where o.internal_id = p.internal_id and o.state in ('succeeded', 'refunded', 'charged_back')) as sold
        from products p where ${PACKAGES} order by ${IS_ON} desc, position, internal_id`.execute(kysely);
      return rows.map(productOf);
    },
    async lock(transaction, internalId) {
      const { rows } = await sql<Row & { is_package: boolean }>`
        select *, ${IS_ON} as is_on, ${PACKAGES} as is_package, 0 as sold from products
        where internal_id = ${internalId} for no key update`.execute(transaction);
      if (!rows[0]) return undefined;
      return rows[0].is_package ? productOf(rows[0]) : 'not_a_package';
    },
    async add(transaction, product) {
      const { rows } = await sql`
        insert into products (internal_id, tokens, bonus_tokens, amount_cents, label, is_oneclick, position, only_kind,
          only_at, is_enabled, is_offered)
        values (${product.internalId}, ${product.tokens}, ${product.bonusTokens}, ${product.amountCents},
          ${product.label}, ${product.isOneclick}, ${product.position}, ${product.kind}, ${product.biller},
          ${product.isEnabled}, ${isOffered(product)})
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async change(transaction, product) {
      await sql`
        update products set tokens = ${product.tokens}, bonus_tokens = ${product.bonusTokens},
          amount_cents = ${product.amountCents}, label = ${product.label}, is_oneclick = ${product.isOneclick},
          position = ${product.position}, only_kind = ${product.kind}, only_at = ${product.biller},
          is_enabled = ${product.isEnabled}, is_offered = ${isOffered(product)}
        where internal_id = ${product.internalId}`.execute(transaction);
    },
  };
}
