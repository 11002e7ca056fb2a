import type { Biller, Product, ProductKind } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

/** What an order is made of. */
export interface Sold {
  readonly internalId: string;
  readonly tokens: number;
  readonly bonusTokens: number;
  readonly amountCents: number;
  readonly currency: string;
}

/** What can be bought: a package of tokens, or a period of a membership that includes some. */
export interface ProductRow extends Sold {
  /** The regular price: somebody with an offer may pay less. */
  readonly listCents: number;
  readonly label: string | null;
  readonly isOneclick: boolean;
  readonly membership: 'premium' | 'vip' | 'super_vip' | null;
  /** Only for people who have an offer of it. */
  readonly isOffer: boolean;
  /** The only biller that sells it; null: any. */
  readonly onlyAt: Biller | null;
  /** The only kind of billers that sells it; null: any. */
  readonly onlyKind: ProductKind | null;
}

export interface ProductStore {
  /** Packages of tokens that are offered to everybody, in order. */
  listPackages(): Promise<ProductRow[]>;
  /** Memberships that are offered to everybody, in order. */
  listMemberships(): Promise<ProductRow[]>;
  /** A package of tokens that is offered to everybody. */
  findPackage(internalId: string, within?: Transaction): Promise<ProductRow | undefined>;
  /** What somebody may buy, at their price: public offers and their own. */
  findFor(account: AccountId, internalId: string): Promise<ProductRow | undefined>;
  /** What was sold, whether or not it is still offered. */
  findSold(internalId: string, within?: Transaction): Promise<ProductRow | undefined>;
}

interface ProductDbRow {
  readonly internal_id: string;
  readonly tokens: number;
  readonly bonus_tokens: number;
  readonly amount_cents: number;
  readonly own_cents?: number | null;
  readonly currency: string;
  readonly label: string | null;
  readonly is_oneclick: boolean;
  readonly membership: ProductRow['membership'];
  readonly offer_of: string | null;
  readonly only_at: Biller | null;
  readonly only_kind: ProductKind | null;
}

const productOf = (row: ProductDbRow): ProductRow => ({
  internalId: row.internal_id,
  tokens: row.tokens,
  bonusTokens: row.bonus_tokens,
  amountCents: row.own_cents ?? row.amount_cents,
  listCents: row.amount_cents,
  currency: row.currency,
  label: row.label,
  isOneclick: row.is_oneclick,
  membership: row.membership,
  isOffer: row.offer_of !== null,
  onlyAt: row.only_at,
  onlyKind: row.only_kind,
});

/** A product whose id begins so is a membership (BILLING-039). */
export const isMembershipProduct = (internalId: string): boolean => internalId.startsWith('membership_');

/** What a product brings: its tokens and the bonus on top. */
export const creditedTokens = (product: Pick<ProductRow, 'tokens' | 'bonusTokens'>): number =>
  product.tokens + product.bonusTokens;

/** The wire's product at one biller. */
export const presentProduct = (product: ProductRow, biller: Biller): Product => ({
  internal_id: product.internalId,
  tokens: product.tokens,
  amount: product.amountCents,
  currency: product.currency,
  discount: 0,
  membership: product.membership,
  is_oneclick: product.isOneclick,
  biller,
  biller_link: `billing/purchase/${biller}/${product.internalId}`,
  label: product.label,
  bonus_tokens: product.bonusTokens,
});

/** Packages of tokens that are sold now, at every biller, at one of its own or at those of a kind. */
const PACKAGES = sql<boolean>`(is_enabled and (is_offered or only_at is not null or only_kind is not null))`;
/** Not is_enabled: the previous release would list memberships as packages. */
const MEMBERSHIPS = sql<boolean>`(membership is not null and offer_of is null)`;

export function makeProductStore({ kysely }: Pick<Database, 'kysely'>): ProductStore {
  const list = async (which: RawBuilder<boolean>, within?: Transaction): Promise<ProductRow[]> => {
    const { rows } =
      await sql<ProductDbRow>`select * from products where ${which} order by position, internal_id`.execute(
        within ?? kysely,
      );
    return rows.map(productOf);
  };
  return {
    listPackages: () => list(PACKAGES),
    listMemberships: () => list(MEMBERSHIPS),
    async findPackage(internalId, within) {
      return (await list(PACKAGES, within)).find((product) => product.internalId === internalId);
    },
    async findFor(account, internalId) {
      const { rows } = await sql<ProductDbRow>`
        select p.*, o.amount_cents as own_cents from products p
        left join personal_offers o on o.internal_id = p.internal_id and o.account_id = ${account}
          and o.starts_at <= now() and o.ends_at > now()
        where p.internal_id = ${internalId} and (o.account_id is not null or ${PACKAGES} or ${MEMBERSHIPS})`.execute(
        kysely,
      );
      return rows[0] && productOf(rows[0]);
    },
    async findSold(internalId, within) {
      const { rows } = await sql<ProductDbRow>`
        select * from products where internal_id = ${internalId}`.execute(within ?? kysely);
      return rows[0] && productOf(rows[0]);
    },
  };
}
