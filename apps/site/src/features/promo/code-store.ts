import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** An offer that pages may show. */
export interface OfferRow {
  readonly code: string;
  readonly tokens: number;
  readonly title: string;
  readonly body: string;
  readonly imageUrl: string | null;
  readonly internalId: string | null;
  readonly discount: number;
  readonly endsAt: Date | null;
}

export interface CodeStore {
  /** Uses a code once more; its tokens, or undefined if it does not exist, is not active or is used up. */
  use(transaction: Transaction, code: string, now: number): Promise<number | undefined>;
  /**
   * Keeps that a person used a code.
   * @returns false where one of the keys, or of `others`, has used it before
   */
  claim(
    transaction: Transaction,
    claim: {
      readonly code: string;
      readonly accountId: AccountId;
      readonly keys: readonly string[];
      /** Keys that only tell whether it is the same person. */
      readonly others: readonly string[];
      readonly now: number;
    },
  ): Promise<boolean>;
  /** Networks are given to others: what they used is forgotten. */
  forget(keysLike: string, before: number): Promise<void>;
  /** A code that can be used now. */
  findOpen(code: string, now: number): Promise<OfferRow | undefined>;
  /** The offer for visitors of an advert, else that for everybody. */
  findOffer(advertId: string | undefined, now: number): Promise<OfferRow | undefined>;
}

interface Row {
  readonly code: string;
  readonly tokens: number;
  readonly title: string | null;
  readonly body: string;
  readonly image_url: string | null;
  readonly internal_id: string | null;
  readonly discount: number;
  readonly ends_at: Date | null;
}

const offerOf = (row: Row): OfferRow => ({
  code: row.code,
  tokens: row.tokens,
  title: row.title ?? '',
  body: row.body,
  imageUrl: row.image_url,
  internalId: row.internal_id,
  discount: row.discount,
  endsAt: row.ends_at,
});

const isOpenAt = (at: Date) => sql<boolean>`(starts_at <= ${at} and (ends_at is null or ends_at > ${at})
  and (uses_max is null or uses < uses_max))`;

export function makeCodeStore({ kysely }: Pick<Database, 'kysely'>): CodeStore {
  return {
    async use(transaction, code, now) {
      const at = new Date(now);
      const { rows } = await sql<{ tokens: number }>`
        update promo_codes set uses = uses + 1
        where code = ${code} and starts_at <= ${at} and (ends_at is null or ends_at > ${at})
          and (uses_max is null or uses < uses_max)
        returning tokens`.execute(transaction);
      return rows[0]?.tokens;
    },
    async claim(transaction, { code, accountId, keys, others, now }) {
      const before = await sql`
        select 1 from promo_uses where code = ${code} and person_key = any(${[...others]}::text[]) limit 1`.execute(
        transaction,
      );
      if (before.rows.length > 0) return false;
      const { rows } = await sql`
        insert into promo_uses (code, person_key, account_id, used_at)
        select ${code}, key, ${accountId}, ${new Date(now)} from unnest(${[...keys].toSorted()}::text[]) key
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length === keys.length;
    },
    async forget(keysLike, before) {
      await sql`delete from promo_uses where person_key like ${keysLike} and used_at < ${new Date(before)}`.execute(
        kysely,
      );
    },
    async findOpen(code, now) {
      const { rows } = await sql<Row>`
        select * from promo_codes where code = ${code} and ${isOpenAt(new Date(now))}`.execute(kysely);
      return rows[0] && offerOf(rows[0]);
    },
    async findOffer(advertId, now) {
      const { rows } = await sql<Row>`
        select * from promo_codes
        where title is not null and ${isOpenAt(new Date(now))}
          and (advert_ids = '{}' or ${advertId ?? ''} = any(advert_ids))
        order by advert_ids = '{}', code limit 1`.execute(kysely);
      return rows[0] && offerOf(rows[0]);
    },
  };
}
