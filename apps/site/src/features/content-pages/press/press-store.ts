import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { newLinkKey } from '../outside-links/outside-link-store.ts';

/** What others have written about the site. */
export interface KeptEntry {
  readonly id: Uuid;
  /** The outlet's name in addresses. */
  readonly outlet: string;
  readonly outlet_name: string;
  readonly title: string;
  readonly excerpt: string;
  /** Where the article is. */
  readonly link: string;
  /** Of the page that leads there. */
  readonly link_key: string;
  readonly image_url: string | null;
  readonly published_at: Date;
}

interface PressQuery {
  /** Undefined: all of them. */
  readonly outlet: string | undefined;
  /** Without those whose day is still to come. */
  readonly until: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Entries of the press page, newest first. */
export interface PressStore {
  list(query: PressQuery): Promise<{ readonly entries: KeptEntry[]; readonly count: number }>;
  /** With how many entries each has, by name. */
  listOutlets(until: Date): Promise<{ slug: string; name: string; count: number }[]>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, id: Uuid): Promise<KeptEntry | undefined>;
  /** Adds it with a link of its own, or changes the one of its id. @returns false where there are too many already */
  put(transaction: Transaction, entry: Omit<KeptEntry, 'link_key'>, most: number): Promise<boolean>;
  /** With its link. */
  remove(transaction: Transaction, entry: KeptEntry): Promise<void>;
}

const ENTRY = sql`
  p.id, p.outlet, p.outlet_name, p.title, p.excerpt, l.url as link, p.link_key, p.image_url, p.published_at
  from press_entries p join outside_links l on l.key = p.link_key`;

export function makePressStore({ kysely }: Pick<Database, 'kysely'>): PressStore {
  return {
    async list({ outlet, until, limit, offset }) {
      const wanted = sql`(${outlet ?? null}::text is null or p.outlet = ${outlet ?? null})
        and (${until ?? null}::timestamptz is null or p.published_at <= ${until ?? null})`;
      const { rows: entries } = await sql<KeptEntry>`
        select ${ENTRY} where ${wanted} order by p.published_at desc, p.id desc limit ${limit} offset ${offset}`.execute(
        kysely,
      );
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from press_entries p where ${wanted}`.execute(kysely);
      return { entries, count: rows[0]!.n };
    },
    async listOutlets(until) {
      const { rows } = await sql<{ slug: string; name: string; count: number }>`
        select outlet as slug, max(outlet_name) as name, count(*)::int as count from press_entries
        where published_at <= ${until} group by outlet order by lower(max(outlet_name)), outlet`.execute(
        kysely,
      );
      return rows;
    },
    async lock(transaction, id) {
      const { rows } = await sql<KeptEntry>`select ${ENTRY} where p.id = ${id} for update`.execute(
        transaction,
      );
      return rows[0];
    },
    async put(transaction, one, most) {
      const { rows: known } = await sql<{ link_key: string }>`
        select link_key from press_entries where id = ${one.id}`.execute(transaction);
      const key = known[0]?.link_key ?? newLinkKey();
      await sql`insert into outside_links (key, url, is_by_hand) values (${key}, ${one.link}, false)
        on conflict (key) do update set url = excluded.url`.execute(transaction);
      const { rows } = await sql`
        insert into press_entries (id, outlet, outlet_name, title, excerpt, link_key, image_url, published_at)
        select ${one.id}::uuid, ${one.outlet}, ${one.outlet_name}, ${one.title}, ${one.excerpt}, ${key},
          ${one.image_url}, ${one.published_at}::timestamptz
        where (select count(*) from press_entries where id <> ${one.id}::uuid) < ${most}
        on conflict (id) do update set outlet = excluded.outlet, outlet_name = excluded.outlet_name,
          title = excluded.title, excerpt = excluded.excerpt, image_url = excluded.image_url,
          published_at = excluded.published_at
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async remove(transaction, { id, link_key: key }) {
      await sql`delete from press_entries where id = ${id}`.execute(transaction);
      await sql`delete from outside_links where key = ${key}`.execute(transaction);
    },
  };
}
