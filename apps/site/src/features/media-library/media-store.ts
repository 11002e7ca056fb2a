import type { FanLevel } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A media as it is kept; one that was never approved has not been live. */
export interface KeptMedia {
  readonly id: number;
  readonly reviewId: Uuid;
  readonly modelId: AccountId;
  readonly typeId: 1 | 2;
  readonly name: string;
  readonly description: string;
  readonly tokenPrice: number;
  readonly fanLevel: FanLevel | null;
  readonly tags: readonly string[];
  readonly isFreeNoAuth: boolean;
  readonly coverItem: number | null;
  readonly coverSafe: boolean;
  readonly status: 'review' | 'live' | 'rejected' | 'removed';
  readonly rejectReason: string | null;
  readonly submittedAt: Date;
  readonly createdAt: Date;
  readonly liveAt: Date | null;
  readonly deletedAt: Date | null;
  readonly sales: number;
  readonly starsSum: number;
  readonly starsCount: number;
  /** Of its first item that is shown. */
  readonly itemCount: number;
  readonly durationMs: number | null;
  readonly isMuted: boolean;
  /** The file of its cover picture; null if none is left. */
  readonly coverFile: Uuid | null;
  /** One of its files is still being made. */
  readonly isPreparing: boolean;
  /** It is what remains of a broadcast. */
  readonly isRecording: boolean;
}

export type NewMedia = Pick<
  KeptMedia,
  | 'reviewId'
  | 'modelId'
  | 'typeId'
  | 'name'
  | 'description'
  | 'tokenPrice'
  | 'fanLevel'
  | 'tags'
  | 'isFreeNoAuth'
  | 'coverItem'
  | 'coverSafe'
  | 'submittedAt'
>;
export type MediaChange = Partial<Omit<NewMedia, 'modelId' | 'typeId'>>;

const COLUMN_OF: Readonly<Record<keyof MediaChange, string>> = {
  reviewId: 'review_id',
  name: 'name',
  description: 'description',
  tokenPrice: 'token_price',
  fanLevel: 'fan_level',
  tags: 'tags',
  isFreeNoAuth: 'is_free_no_auth',
  coverItem: 'cover_item',
  coverSafe: 'cover_safe',
  submittedAt: 'submitted_at',
};

/** Everything of a row `m` of `media`, with data from its visible files. */
export const MEDIA_COLUMNS = sql`m.media_id as id, m.review_id as "reviewId", m.model_id as "modelId",
  m.type_id as "typeId", m.name, m.description, m.token_price as "tokenPrice", m.fan_level as "fanLevel", m.tags,
  m.is_free_no_auth as "isFreeNoAuth", m.cover_item as "coverItem", m.cover_safe as "coverSafe", m.status,
  m.reject_reason as "rejectReason", m.submitted_at as "submittedAt", m.created_at as "createdAt",
  m.live_at as "liveAt", m.deleted_at as "deletedAt", m.sales, m.stars_sum as "starsSum",
  m.stars_count as "starsCount", f.count as "itemCount", f.duration as "durationMs", f.is_muted as "isMuted",
  f.cover as "coverFile", f.is_preparing as "isPreparing", f.is_recording as "isRecording"`;
/** Joined by all that reads `MEDIA_COLUMNS`. */
export const MEDIA_FILES = sql`cross join lateral (
  select count(*) filter (where r.is_shown)::int as count, sum(i.duration_ms) filter (where r.is_shown)::int as duration,
    coalesce(bool_and(i.is_muted) filter (where r.is_shown), false) as is_muted,
    (array_agg(i.file_id order by (i.item_id = m.cover_item) desc nulls last, i.place, i.item_id)
      filter (where r.is_shown))[1] as cover,
    coalesce(bool_or(i.state = 'encoding'), false) as is_preparing,
    coalesce(bool_or(v.recording_id is not null), false) as is_recording
  from media_items i left join media_videos v on v.item_id = i.item_id
  cross join lateral (select i.state = 'ready' and i.withheld_at is null as is_shown) r
  where i.media_id = m.media_id) f`;

export type MediaStore = ReturnType<typeof makeMediaStore>;

/** Media of performers, as they make and change them. */
export function makeMediaStore({ kysely }: Pick<Database, 'kysely'>) {
  const list = async (where: RawBuilder<unknown>, within?: Transaction): Promise<KeptMedia[]> => {
    const { rows } = await sql<KeptMedia>`
      select ${MEDIA_COLUMNS} from media m ${MEDIA_FILES} where ${where}`.execute(within ?? kysely);
    return rows;
  };
  const set = async (within: Transaction, id: number, change: RawBuilder<unknown>): Promise<void> => {
    await sql`update media set ${change} where media_id = ${id}`.execute(within);
  };

  return {
    find: async (id: number, within?: Transaction) => (await list(sql`m.media_id = ${id}`, within))[0],
    /** In no order; unknown ones are left out. */
    listByIds: (ids: readonly number[], within?: Transaction) =>
      list(sql`m.media_id = any(${[...ids]}::bigint[])`, within),
    /** Changes to it wait for each other from here on. */
    async lock(within: Transaction, id: number): Promise<KeptMedia | undefined> {
      await sql`select 1 from media where media_id = ${id} for update`.execute(within);
      return (await list(sql`m.media_id = ${id}`, within))[0];
    },
    findByReview: async (reviewId: Uuid) => (await list(sql`m.review_id = ${reviewId}`))[0],
    async add(within: Transaction, media: NewMedia): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        insert into media (review_id, model_id, type_id, name, description, token_price, fan_level, tags,
          is_free_no_auth, cover_item, cover_safe, status, submitted_at, created_at)
        values (${media.reviewId}, ${media.modelId}, ${media.typeId}, ${media.name}, ${media.description},
          ${media.tokenPrice}, ${media.fanLevel}, ${[...media.tags]}::text[], ${media.isFreeNoAuth},
          ${media.coverItem}, ${media.coverSafe}, 'review', ${media.submittedAt}, ${media.submittedAt})
        returning media_id as id`.execute(within);
      return rows[0]!.id;
    },
    async change(within: Transaction, id: number, change: MediaChange): Promise<void> {
      const parts = Object.entries(change).map(([key, value]) => {
        const column = sql.ref(COLUMN_OF[key as keyof MediaChange]);
        return Array.isArray(value) ? sql`${column} = ${value}::text[]` : sql`${column} = ${value}`;
      });
      if (parts.length > 0) await set(within, id, sql.join(parts));
    },
    submit: (within: Transaction, id: number, reviewId: Uuid, at: Date) =>
      set(
        within,
        id,
        sql`status = 'review', review_id = ${reviewId}, submitted_at = ${at}, reject_reason = null`,
      ),
    approve: (within: Transaction, id: number, at: Date) =>
      set(within, id, sql`status = 'live', reject_reason = null, live_at = coalesce(live_at, ${at})`),
    reject: (within: Transaction, id: number, reason: string) =>
      set(within, id, sql`status = 'rejected', reject_reason = ${reason}`),
    /** One of its files cannot be used; another decision made meanwhile stays. */
    async rejectBroken(id: number, reason: string): Promise<void> {
      await sql`update media set status = 'rejected', reject_reason = ${reason}
        where media_id = ${id} and status = 'review'`.execute(kysely);
    },
    remove: (within: Transaction, id: number, reason: string) =>
      set(within, id, sql`status = 'removed', reject_reason = ${reason}`),
    /** By its performer. */
    drop: (within: Transaction, id: number, at: Date) => set(within, id, sql`deleted_at = ${at}`),
    async setConsents(within: Transaction, id: number, consentIds: readonly Uuid[]): Promise<void> {
      await sql`delete from media_consents where media_id = ${id}`.execute(within);
      await sql`insert into media_consents (media_id, consent_id)
        select ${id}::bigint, unnest(${[...consentIds]}::uuid[])`.execute(within);
    },
    async consentsOf(ids: readonly number[], within?: Transaction) {
      const { rows } = await sql<{ media: number; id: Uuid; name: string }>`
        select c.media_id as media, p.id, coalesce(p.alias, p.name) as name
        from media_consents c join co_performer_consents p on p.id = c.consent_id
        where c.media_id = any(${[...ids]}::bigint[]) order by p.id`.execute(within ?? kysely);
      return rows;
    },
    /** Media that name this person and are not removed. */
    async listWithConsent(within: Transaction, consentId: Uuid): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select m.media_id as id from media_consents c join media m on m.media_id = c.media_id
        where c.consent_id = ${consentId} and m.status <> 'removed' order by m.media_id`.execute(within);
      return rows.map(({ id }) => id);
    },
    /** What waits for staff, oldest first. */
    async listWaiting(after: Uuid | undefined, limit: number): Promise<KeptMedia[]> {
      const { rows } = await sql<KeptMedia>`
        select ${MEDIA_COLUMNS} from media m ${MEDIA_FILES}
        where m.status = 'review' and m.deleted_at is null and not f.is_preparing
          and (${after ?? null}::uuid is null or m.review_id > ${after ?? null}::uuid)
        order by m.review_id limit ${limit}`.execute(kysely);
      return rows;
    },
    /** How many of a performer's own wait for staff, and how many were not accepted. */
    async countOwnReviews(
      modelId: AccountId,
    ): Promise<{ readonly waiting: number; readonly rejected: number }> {
      const { rows } = await sql<{ waiting: number; rejected: number }>`
        select count(*) filter (where status = 'review')::int as waiting,
          count(*) filter (where status = 'rejected')::int as rejected
        from media where model_id = ${modelId} and deleted_at is null`.execute(kysely);
      return rows[0]!;
    },
    /** A performer's own, newest first. */
    async listOwn(
      modelId: AccountId,
      page: {
        readonly before: number | undefined;
        readonly limit: number;
        readonly status?: string | undefined;
      },
    ): Promise<KeptMedia[]> {
      const { rows } = await sql<KeptMedia>`
        select ${MEDIA_COLUMNS} from media m ${MEDIA_FILES}
        where m.model_id = ${modelId} and m.deleted_at is null
          and (${page.before ?? null}::bigint is null or m.media_id < ${page.before ?? null}::bigint)
          and (${page.status ?? null}::text is null or m.status = ${page.status ?? null})
        order by m.media_id desc limit ${page.limit}`.execute(kysely);
      return rows;
    },
    async rate(id: number, accountId: AccountId, stars: number, at: Date) {
      return kysely.transaction().execute(async (within) => {
        await sql`select 1 from media where media_id = ${id} for update`.execute(within);
        await sql`insert into media_ratings (media_id, account_id, stars, rated_at)
          values (${id}, ${accountId}, ${stars}, ${at})
          on conflict (media_id, account_id) do update set stars = excluded.stars, rated_at = excluded.rated_at`.execute(
          within,
        );
        const { rows } = await sql<{ sum: number; count: number }>`
          update media m set stars_sum = r.sum, stars_count = r.count
          from (select coalesce(sum(stars), 0)::int as sum, count(*)::int as count
            from media_ratings where media_id = ${id}) r
          where m.media_id = ${id} returning r.sum, r.count`.execute(within);
        return rows[0]!;
      });
    },
  };
}
