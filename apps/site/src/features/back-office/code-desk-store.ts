import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A code and its offer as the operator sets them. */
export interface SetCode {
  readonly code: string;
  readonly tokens: number;
  readonly title: string | null;
  readonly body: string;
  readonly imageUrl: string | null;
  readonly internalId: string | null;
  readonly usesMax: number | null;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly advertIds: readonly string[];
}

export interface KnownCode extends SetCode {
  readonly uses: number;
  /** Price and tokens of its offer's package; null: it has none. */
  readonly amountCents: number | null;
  readonly packageTokens: number | null;
}

interface Row {
  readonly code: string;
  readonly tokens: number;
  readonly title: string | null;
  readonly body: string;
  readonly image_url: string | null;
  readonly internal_id: string | null;
  readonly uses_max: number | null;
  readonly uses: number;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly advert_ids: string[];
  readonly amount_cents?: number | null;
  readonly package_tokens?: number | null;
}

const codeOf = (row: Row): KnownCode => ({
  code: row.code,
  tokens: row.tokens,
  title: row.title,
  body: row.body,
  imageUrl: row.image_url,
  internalId: row.internal_id,
  usesMax: row.uses_max,
  uses: row.uses,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  advertIds: row.advert_ids,
  amountCents: row.amount_cents ?? null,
  packageTokens: row.package_tokens ?? null,
});

export interface CodeDeskStore {
  /** The newest first. */
  list(): Promise<KnownCode[]>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, code: string): Promise<KnownCode | undefined>;
  /** @returns false if this name exists by now */
  add(transaction: Transaction, code: SetCode): Promise<boolean>;
  /** How often it was used stays. */
  change(transaction: Transaction, code: SetCode): Promise<void>;
}

export function makeCodeDeskStore({ kysely }: Pick<Database, 'kysely'>): CodeDeskStore {
  return {
    async list() {
      const { rows } = await sql<Row>`
        select c.*, p.amount_cents, p.tokens + p.bonus_tokens as package_tokens
        from promo_codes c left join products p using (internal_id) order by starts_at desc, code`.execute(
        kysely,
      );
      return rows.map(codeOf);
    },
    async lock(transaction, code) {
      const { rows } = await sql<Row>`
        select * from promo_codes where code = ${code} for no key update`.execute(transaction);
      return rows[0] && codeOf(rows[0]);
    },
    async add(transaction, one) {
      const { rows } = await sql`
        insert into promo_codes (code, tokens, title, body, image_url, internal_id, uses_max, starts_at, ends_at, advert_ids)
        values (${one.code}, ${one.tokens}, ${one.title}, ${one.body}, ${one.imageUrl}, ${one.internalId}, ${one.usesMax},
          ${one.startsAt}, ${one.endsAt}, ${[...one.advertIds]})
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async change(transaction, one) {
      await sql`
        update promo_codes set tokens = ${one.tokens}, title = ${one.title}, body = ${one.body},
          image_url = ${one.imageUrl}, internal_id = ${one.internalId}, uses_max = ${one.usesMax},
          starts_at = ${one.startsAt}, ends_at = ${one.endsAt}, advert_ids = ${[...one.advertIds]}
        where code = ${one.code}`.execute(transaction);
    },
  };
}
