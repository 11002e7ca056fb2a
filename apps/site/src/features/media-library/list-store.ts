import type { FanLevel, MediaSort } from '@klieg/contract';
import { MEDIA_PAGE_SIZE } from '@klieg/contract/features/media-library/limits';
import type { AccountId } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { type KeptMedia, MEDIA_COLUMNS, MEDIA_FILES } from './media-store.ts';

/** Filters of a list, besides whose media it is. */
export interface ListFilter {
  readonly typeId?: 1 | 2 | undefined;
  /** Only what remains of broadcasts. */
  readonly isRecording?: boolean | undefined;
  readonly tag?: string | undefined;
  /** A part of the name, in whatever case. */
  readonly text?: string | undefined;
  readonly sort: MediaSort;
  /** Counted from 1. */
  readonly page: number;
}

export interface MediaPage {
  readonly list: readonly KeptMedia[];
  readonly total: number;
}

const ORDERS: Readonly<Record<MediaSort, RawBuilder<unknown>>> = {
  new: sql`m.live_at desc nulls last, m.media_id desc`,
  popular: sql`m.sales desc, m.live_at desc nulls last, m.media_id desc`,
  price_low: sql`m.token_price, m.live_at desc nulls last, m.media_id desc`,
  price_high: sql`m.token_price desc, m.live_at desc nulls last, m.media_id desc`,
  top_rated: sql`(case when m.stars_count = 0 then 0 else m.stars_sum::float8 / m.stars_count end) desc,
    m.stars_count desc, m.live_at desc nulls last, m.media_id desc`,
};
const LIVE = sql`m.status = 'live' and m.deleted_at is null`;
const TOP_TAGS = 20;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
/** One of its files is a recording. */
const IS_RECORDING = sql`exists (
  select from media_items i join media_videos v on v.item_id = i.item_id
  where i.media_id = m.media_id and v.recording_id is not null)`;
const narrowed = ({ typeId, isRecording, tag, text }: ListFilter): RawBuilder<unknown> =>
  sql`(${typeId ?? null}::int is null or m.type_id = ${typeId ?? null}::int)
    and (not ${isRecording ?? false}::bool or ${IS_RECORDING})
    and (${tag ?? null}::text is null or ${tag ?? null}::text = any(m.tags))
    and (${text ?? null}::text is null or m.name ilike ${`%${escaped(text ?? '')}%`})`;
const ids = (list: readonly number[]) => sql`any(${[...list]}::bigint[])`;

/** A level of a performer's club; null: for no level. */
interface IncludedLevel {
  readonly modelId: AccountId;
  readonly level: FanLevel | null;
}

const ofLevels = (levels: readonly IncludedLevel[]): RawBuilder<unknown> =>
  sql`${LIVE} and (m.model_id, coalesce(m.fan_level, '')) in (select * from unnest(
    ${levels.map(({ modelId }) => modelId)}::bigint[], ${levels.map(({ level }) => level ?? '')}::text[]))`;

export type ListStore = ReturnType<typeof makeListStore>;

/** Lists of media, each with how many there are in all. */
export function makeListStore({ kysely }: Pick<Database, 'kysely'>) {
  const pageOf = async (where: RawBuilder<unknown>, filter: ListFilter): Promise<MediaPage> => {
    const from = sql`from media m where ${where} and ${narrowed(filter)}`;
    const [found, counted] = await Promise.all([
      sql<KeptMedia>`
        select ${MEDIA_COLUMNS} from (select m.* ${from} order by ${ORDERS[filter.sort]}
          limit ${MEDIA_PAGE_SIZE} offset ${(filter.page - 1) * MEDIA_PAGE_SIZE}) m ${MEDIA_FILES}
        order by ${ORDERS[filter.sort]}`.execute(kysely),
      sql<{ total: number }>`select count(*)::int as total ${from}`.execute(kysely),
    ]);
    return { list: found.rows, total: counted.rows[0]!.total };
  };

  return {
    /** Performers with live media. */
    async listSellers(): Promise<AccountId[]> {
      const { rows } = await sql<{ id: AccountId }>`
        select distinct m.model_id as id from media m where ${LIVE}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    ofModels: (models: readonly AccountId[], filter: ListFilter) =>
      pageOf(sql`${LIVE} and m.model_id = ${ids(models)}`, filter),
    /** All that is live of a performer, the newest first. */
    async listLive(modelId: AccountId, typeId?: 1 | 2): Promise<KeptMedia[]> {
      const { rows } = await sql<KeptMedia>`
        select ${MEDIA_COLUMNS} from media m ${MEDIA_FILES}
        where ${LIVE} and m.model_id = ${modelId} and (${typeId ?? null}::int is null or m.type_id = ${typeId ?? null}::int)
        order by m.live_at desc, m.media_id desc`.execute(kysely);
      return rows;
    },
    /** Videos that cost something and are also for club members. */
    exclusive: (models: readonly AccountId[], filter: ListFilter) =>
      pageOf(
        sql`${LIVE} and m.fan_level is not null and m.token_price > 0 and m.model_id = ${ids(models)}`,
        filter,
      ),
    bought: (
      buyerId: AccountId,
      models: readonly AccountId[],
      { isHidden, ...filter }: ListFilter & { readonly isHidden: boolean },
    ) =>
      pageOf(
        sql`m.status <> 'removed' and m.model_id = ${ids(models)} and exists (
          select from media_rights r where r.media_id = m.media_id and r.buyer_id = ${buyerId}
            and (r.hidden_at is not null) = ${isHidden})`,
        filter,
      ),
    /** How many pictures, videos and recordings of these performers somebody has bought, and how many are hidden. */
    async countBought(buyerId: AccountId, models: readonly AccountId[]) {
      const { rows } = await sql<{ pictures: number; videos: number; recording: number; hidden: number }>`
        select count(*) filter (where shown and m.type_id = 1)::int as pictures,
          count(*) filter (where shown and m.type_id = 2)::int as videos,
          count(*) filter (where shown and m.type_id = 2 and ${IS_RECORDING})::int as recording,
          count(*) filter (where not shown)::int as hidden
        from media m join lateral (select bool_or(r.hidden_at is null) as shown from media_rights r
          where r.media_id = m.media_id and r.buyer_id = ${buyerId} having count(*) > 0) r on true
        where m.status <> 'removed' and m.model_id = ${ids(models)}`.execute(kysely);
      return rows[0]!;
    },
    /** Performers from whom somebody has bought something. */
    async listBoughtOf(buyerId: AccountId): Promise<AccountId[]> {
      const { rows } = await sql<{ id: AccountId }>`
        select distinct m.model_id as id from media_rights r join media m on m.media_id = r.media_id
        where r.buyer_id = ${buyerId}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    /** Live media of these performers for members of these levels; null: for no level. */
    included: (levels: readonly IncludedLevel[], filter: ListFilter) => pageOf(ofLevels(levels), filter),
    async countIncluded(levels: readonly IncludedLevel[]): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from media m where ${ofLevels(levels)}`.execute(kysely);
      return rows[0]!.total;
    },
    inPlaylists: (accountId: AccountId, filter: ListFilter) =>
      pageOf(
        sql`m.status <> 'removed' and exists (select from media_playlist_entries e
          join media_playlists p on p.playlist_id = e.playlist_id
          where e.media_id = m.media_id and p.account_id = ${accountId})`,
        filter,
      ),
    own: (modelId: AccountId, { tab, ...filter }: ListFilter & { readonly tab: string }) =>
      pageOf(
        sql`m.model_id = ${modelId} and m.deleted_at is null and (case ${tab}::text
          when 'hidden_media' then m.status in ('rejected', 'removed')
          when 'fanclub' then m.fan_level is not null else true end)`,
        filter,
      ),
    /** The most frequent tags of live media of these performers. */
    async topTags(models: readonly AccountId[], typeId?: 1 | 2): Promise<string[]> {
      const { rows } = await sql<{ tag: string }>`
        select t.tag from media m cross join lateral unnest(m.tags) as t (tag)
        where ${LIVE} and m.model_id = ${ids(models)} and (${typeId ?? null}::int is null or m.type_id = ${typeId ?? null}::int)
        group by t.tag order by count(*) desc, t.tag limit ${TOP_TAGS}`.execute(kysely);
      return rows.map(({ tag }) => tag);
    },
    /** What sells best of each of these performers, at most so many of one. */
    async listBestOf(models: readonly AccountId[], each: number): Promise<KeptMedia[]> {
      if (models.length === 0) return [];
      const { rows } = await sql<KeptMedia>`
        select ${MEDIA_COLUMNS} from unnest(${[...models]}::bigint[]) as asked (id) cross join lateral (
          select m.* from media m where ${LIVE} and m.model_id = asked.id
          order by ${ORDERS.popular} limit ${each}) m ${MEDIA_FILES}
        order by ${ORDERS.popular}`.execute(kysely);
      return rows;
    },
    /** What these performers have live, by how much they have sold; those who sold most first. */
    async rankSellers(models: readonly AccountId[], page: number, size: number) {
      const { rows } = await sql<{ modelId: AccountId; count: number }>`
        select m.model_id as "modelId", count(*)::int as count from media m
        where ${LIVE} and m.model_id = ${ids(models)}
        group by m.model_id order by sum(m.sales) desc, count(*) desc, m.model_id
        limit ${size} offset ${(page - 1) * size}`.execute(kysely);
      return rows;
    },
    async countByLevel(modelId: AccountId): Promise<ReadonlyMap<FanLevel, number>> {
      const { rows } = await sql<{ level: FanLevel; count: number }>`
        select m.fan_level as level, count(*)::int as count from media m
        where ${LIVE} and m.model_id = ${modelId} and m.fan_level is not null group by m.fan_level`.execute(
        kysely,
      );
      return new Map(rows.map(({ level, count }) => [level, count]));
    },
  };
}
