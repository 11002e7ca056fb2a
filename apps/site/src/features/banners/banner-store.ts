import type { BannerAudience } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A banner as the operator set it. */
export interface SetBanner {
  readonly id: Uuid;
  readonly imageUrl: string;
  readonly imageMobileUrl: string | null;
  readonly url: string;
  readonly alt: string;
  readonly audience: BannerAudience;
  readonly position: number;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

interface Row {
  readonly id: Uuid;
  readonly image_url: string;
  readonly image_mobile_url: string | null;
  readonly url: string;
  readonly alt: string;
  readonly audience: BannerAudience;
  readonly position: number;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
}

const bannerOf = (row: Row): SetBanner => ({
  id: row.id,
  imageUrl: row.image_url,
  imageMobileUrl: row.image_mobile_url,
  url: row.url,
  alt: row.alt,
  audience: row.audience,
  position: row.position,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
});

/** Banners, and the pictures that were sent up for them. */
export interface BannerStore {
  /** All, in their order. */
  list(): Promise<SetBanner[]>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, id: Uuid): Promise<SetBanner | undefined>;
  /** Adds it, or changes the one of its id. @returns false where there are too many already */
  put(transaction: Transaction, banner: SetBanner, most: number): Promise<boolean>;
  remove(transaction: Transaction, id: Uuid): Promise<void>;
  addPicture(id: Uuid): Promise<void>;
  /** Takes out pictures of a day ago that no banner shows. */
  takeLoosePictures(limit: number): Promise<Uuid[]>;
}

export function makeBannerStore({ kysely }: Pick<Database, 'kysely'>): BannerStore {
  return {
    async list() {
      const { rows } = await sql<Row>`select * from banners order by position, starts_at desc, id`.execute(
        kysely,
      );
      return rows.map(bannerOf);
    },
    async lock(transaction, id) {
      const { rows } = await sql<Row>`select * from banners where id = ${id} for update`.execute(transaction);
      return rows[0] && bannerOf(rows[0]);
    },
    async put(transaction, one, most) {
      // Two at once would both count the ones before them.
      await sql`select pg_advisory_xact_lock(hashtextextended('banners', 0))`.execute(transaction);
      const { rows } = await sql`
        insert into banners (id, image_url, image_mobile_url, url, alt, audience, position, starts_at, ends_at)
        select ${one.id}::uuid, ${one.imageUrl}, ${one.imageMobileUrl}, ${one.url}, ${one.alt}, ${one.audience},
          ${one.position}::integer, ${one.startsAt}::timestamptz, ${one.endsAt}::timestamptz
        where (select count(*) from banners where id <> ${one.id}::uuid) < ${most}
        on conflict (id) do update set image_url = excluded.image_url, image_mobile_url = excluded.image_mobile_url,
          url = excluded.url, alt = excluded.alt, audience = excluded.audience, position = excluded.position,
          starts_at = excluded.starts_at, ends_at = excluded.ends_at
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async remove(transaction, id) {
      await sql`delete from banners where id = ${id}`.execute(transaction);
    },
    async addPicture(id) {
      await sql`insert into banner_pictures (id) values (${id})`.execute(kysely);
    },
    async takeLoosePictures(limit) {
      const { rows } = await sql<{ id: Uuid }>`
        delete from banner_pictures where id in (
          select p.id from banner_pictures p where created_at < now() - interval '1 day'
          and not exists (select 1 from banners
            where '/files/banners/' || p.id || '.jpg' in (image_url, image_mobile_url)) limit ${limit})
        returning id`.execute(kysely);
      return rows.map(({ id }) => id);
    },
  };
}
