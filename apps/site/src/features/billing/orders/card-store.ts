import type { Biller } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

/** A card as reported by its biller; we never see its number. */
export interface ToldCard {
  readonly biller: Biller;
  /** How the biller calls it. */
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  /** Month and year of expiry, where the biller gives them. */
  readonly expires?: { readonly month: number; readonly year: number } | undefined;
}

export interface Card extends ToldCard {
  readonly id: Uuid;
  readonly isDefault: boolean;
  /** Its holder has signed that it is theirs. */
  readonly hasAffidavit: boolean;
}

export interface CardStore {
  /** Cards on file, the default one first. */
  listCards(account: AccountId, within?: Transaction): Promise<Card[]>;
  /** Which of these accounts have a card on file; no query for an empty list. */
  listCardHolders(accounts: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  /** Keeps a card; one that is known, or was deleted, is on file again. @returns its id */
  keepCard(account: AccountId, card: ToldCard): Promise<Uuid>;
  /** Makes it the one that is charged. @returns false where it is not on file */
  makeCardDefault(account: AccountId, id: Uuid): Promise<boolean>;
  /** Takes it off the file; its charges stay in the books. @returns false where it is not on file */
  deleteCard(account: AccountId, id: Uuid): Promise<boolean>;
  /** Puts one back that was taken off the file. */
  restoreCard(account: AccountId, card: Pick<Card, 'id' | 'isDefault'>): Promise<void>;
  /** Keeps who signed; the first signature stays. @returns false where the card is not on file */
  signCard(
    account: AccountId,
    id: Uuid,
    signed: { readonly signature: string; readonly address: string; readonly userAgent: string },
  ): Promise<boolean>;
}

interface CardRow {
  readonly id: Uuid;
  readonly biller: Biller;
  readonly card_token: string;
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number | null;
  readonly exp_year: number | null;
  readonly is_default: boolean;
  readonly is_signed: boolean;
}

const cardOf = (row: CardRow, place: number): Card => ({
  id: row.id,
  biller: row.biller,
  token: row.card_token,
  brand: row.brand,
  last4: row.last4,
  ...(row.exp_month !== null &&
    row.exp_year !== null && { expires: { month: row.exp_month, year: row.exp_year } }),
  // Where nobody has chosen, the first one is charged.
  isDefault: place === 0,
  hasAffidavit: row.is_signed,
});

/**
 * Somebody's card as a one-row table for the statement that begins to charge it; empty where it is not on file. It
 * stays until the statement's transaction ends: whoever removes it meanwhile waits, and finds it in use.
 */
export const onFile = (account: AccountId, id: Uuid): RawBuilder<{ readonly id: Uuid }> => sql`(
  select id from cards where id = ${id} and account_id = ${account} and deleted_at is null for share)`;

export function makeCardStore({ kysely }: Pick<Database, 'kysely'>): CardStore {
  return {
    async listCards(account, within) {
      const { rows } = await sql<CardRow>`
        select c.*, exists (select from card_affidavits where card_id = c.id) as is_signed
        from cards c where account_id = ${account} and deleted_at is null
        order by is_default desc, id`.execute(within ?? kysely);
      return rows.map(cardOf);
    },
    async listCardHolders(accounts) {
      if (accounts.length === 0) return new Set();
      const { rows } = await sql<{ account_id: AccountId }>`
        select distinct account_id from cards
        where account_id = any(${accounts}) and deleted_at is null`.execute(kysely);
      return new Set(rows.map(({ account_id: id }) => id));
    },
    async keepCard(account, card) {
      const { month = null, year = null } = card.expires ?? {};
      const { rows } = await sql<{ id: Uuid }>`
        insert into cards (id, account_id, biller, card_token, brand, last4, exp_month, exp_year)
        values (${uuidv7()}, ${account}, ${card.biller}, ${card.token}, ${card.brand}, ${card.last4}, ${month}, ${year})
        on conflict (account_id, biller, card_token) do update set deleted_at = null,
          exp_month = coalesce(excluded.exp_month, cards.exp_month),
          exp_year = coalesce(excluded.exp_year, cards.exp_year)
        returning id`.execute(kysely);
      return rows[0]!.id;
    },
    async makeCardDefault(account, id) {
      const { numAffectedRows } = await sql`
        update cards set is_default = (id = ${id})
        where account_id = ${account} and deleted_at is null and exists (
          select from cards where id = ${id} and account_id = ${account} and deleted_at is null)`.execute(
        kysely,
      );
      return (numAffectedRows ?? 0n) > 0n;
    },
    async deleteCard(account, id) {
      const { numAffectedRows } = await sql`
        update cards set deleted_at = now(), is_default = false
        where id = ${id} and account_id = ${account} and deleted_at is null`.execute(kysely);
      return numAffectedRows === 1n;
    },
    async restoreCard(account, { id, isDefault }) {
      await sql`
        update cards set deleted_at = null, is_default = ${isDefault} where id = ${id} and account_id = ${account}`.execute(
        kysely,
      );
    },
    async signCard(account, id, { signature, address, userAgent }) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from cards where id = ${id} and account_id = ${account} and deleted_at is null`.execute(
        kysely,
      );
      if (!rows[0]) return false;
      await sql`
        insert into card_affidavits (card_id, signature, address, user_agent)
        values (${id}, ${signature}, ${address}, ${userAgent}) on conflict (card_id) do nothing`.execute(
        kysely,
      );
      return true;
    },
  };
}
