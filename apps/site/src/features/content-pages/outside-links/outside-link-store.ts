import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

const KEY_BYTES = 16;

/** A key that nobody guesses, for a new link. */
export const newLinkKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** A link as staff sees it. */
export interface KeptLink {
  readonly key: string;
  readonly url: string;
  readonly uses_max: number | null;
  readonly uses: number;
  readonly expires_at: Date | null;
}

/** Links to other sites, and who has used the restricted ones. */
export interface OutsideLinkStore {
  /** Whether a key is known and valid; whether it is used up depends on the caller. */
  has(key: string, now: Date): Promise<boolean>;
  /**
   * The address behind a key, for one visitor; a link with a number of uses counts each visitor once.
   * @returns undefined for a key that is unknown, used up or expired
   */
  use(key: string, visitor: string, now: Date): Promise<string | undefined>;
  /** Those that staff made by hand, newest first. */
  listByHand(): Promise<KeptLink[]>;
  /** @returns false where there are too many already */
  addByHand(
    transaction: Transaction,
    link: {
      readonly key: string;
      readonly url: string;
      readonly usesMax: number | null;
      readonly expiresAt: Date;
    },
    most: number,
  ): Promise<boolean>;
  /** @returns its address; undefined if no such link was made by hand */
  removeByHand(transaction: Transaction, key: string): Promise<string | undefined>;
  /** Drops what has been unusable for a month. */
  prune(): Promise<void>;
}

export function makeOutsideLinkStore({ kysely }: Pick<Database, 'kysely'>): OutsideLinkStore {
  return {
    async has(key, now) {
      const { rows } = await sql`
        select 1 from outside_links where key = ${key} and (expires_at is null or expires_at > ${now})`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async use(key, visitor, now) {
      const { rows } = await sql<{ url: string; uses_max: number | null }>`
        select url, uses_max from outside_links
        where key = ${key} and (expires_at is null or expires_at > ${now})`.execute(kysely);
      const link = rows[0];
      if (!link || link.uses_max === null) return link?.url;
      return kysely.transaction().execute(async (transaction) => {
        // One visitor after the other, so that the last use is given once.
        const { rows: locked } = await sql<{ is_left: boolean }>`
          select uses < uses_max as is_left from outside_links where key = ${key} for update`.execute(
          transaction,
        );
        const { rows: known } = await sql`
          select 1 from outside_link_uses where key = ${key} and visitor = ${visitor}`.execute(transaction);
        if (known.length > 0) return link.url;
        if (!locked[0]?.is_left) return undefined;
        await sql`insert into outside_link_uses (key, visitor) values (${key}, ${visitor})`.execute(
          transaction,
        );
        await sql`update outside_links set uses = uses + 1 where key = ${key}`.execute(transaction);
        return link.url;
      });
    },
    async listByHand() {
      const { rows } = await sql<KeptLink>`
        select key, url, uses_max, uses, expires_at from outside_links
        where is_by_hand order by created_at desc, key`.execute(kysely);
      return rows;
    },
    async addByHand(transaction, { key, url, usesMax, expiresAt }, most) {
      const { rows } = await sql`
        insert into outside_links (key, url, uses_max, expires_at, is_by_hand)
        select ${key}, ${url}, ${usesMax}::integer, ${expiresAt}::timestamptz, true
        where (select count(*) from outside_links where is_by_hand) < ${most}
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async removeByHand(transaction, key) {
      const { rows } = await sql<{ url: string }>`
        delete from outside_links where key = ${key} and is_by_hand returning url`.execute(transaction);
      return rows[0]?.url;
    },
    async prune() {
      await sql`delete from outside_links where is_by_hand and expires_at < now() - interval '30 days'`.execute(
        kysely,
      );
    },
  };
}
