import type { FanLevel } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** What a performer wrote to members. */
export interface Post {
  readonly id: Uuid;
  readonly modelId: AccountId;
  readonly level: FanLevel;
  readonly text: string;
  readonly at: Date;
  readonly likes: number;
  /** Media of the performer that it shows, in their order. */
  readonly mediaIds: readonly number[];
}

interface Row {
  readonly post_id: Uuid;
  readonly model_id: AccountId;
  readonly level: FanLevel;
  readonly message: string;
  readonly posted_at: Date;
  readonly likes: number;
  readonly media_ids: readonly (number | string)[];
}

const COLUMNS = sql`p.*, array(select m.media_id from fan_post_media m where m.post_id = p.post_id order by m.place) as media_ids`;

const postOf = (row: Row): Post => ({
  id: row.post_id,
  modelId: row.model_id,
  level: row.level,
  text: row.message,
  at: row.posted_at,
  likes: row.likes,
  mediaIds: row.media_ids.map(Number),
});

export type PostStore = ReturnType<typeof makePostStore>;

/** Post ids contain their time, so they sort by time. */
export function makePostStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async add(post: Omit<Post, 'likes'>): Promise<void> {
      await kysely.transaction().execute(async (within) => {
        await sql`
          insert into fan_posts (post_id, model_id, level, message, posted_at)
          values (${post.id}, ${post.modelId}, ${post.level}, ${post.text}, ${post.at})`.execute(within);
        await sql`
          insert into fan_post_media (post_id, media_id, place)
          select ${post.id}::uuid, m.id, m.place
          from unnest(${[...post.mediaIds]}::bigint[]) with ordinality as m (id, place)`.execute(within);
      });
    },
    async find(id: Uuid): Promise<Post | undefined> {
      const { rows } = await sql<Row>`select ${COLUMNS} from fan_posts p where p.post_id = ${id}`.execute(
        kysely,
      );
      return rows[0] && postOf(rows[0]);
    },
    /** The newest first, before a mark. */
    async list(
      modelIds: readonly AccountId[],
      before: Uuid | undefined,
      limit: number,
    ): Promise<readonly Post[]> {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from fan_posts p
        where model_id = any(${[...modelIds]}) and (${before ?? null}::uuid is null or post_id < ${before ?? null}::uuid)
        order by post_id desc limit ${limit}`.execute(kysely);
      return rows.map(postOf);
    },
    /** @returns whether it was there and theirs */
    async remove(id: Uuid, modelId: AccountId): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from fan_posts where post_id = ${id} and model_id = ${modelId}`.execute(kysely);
      return numAffectedRows === 1n;
    },
    /** Which of these posts somebody likes. */
    async listLiked(accountId: AccountId, ids: readonly Uuid[]): Promise<ReadonlySet<Uuid>> {
      const { rows } = await sql<{ post_id: Uuid }>`
        select post_id from fan_post_likes
        where account_id = ${accountId} and post_id = any(${[...ids]}::uuid[])`.execute(kysely);
      return new Set(rows.map(({ post_id }) => post_id));
    },
    /** Likes or no longer; the same again changes nothing. @returns how many do; undefined where the post is gone */
    async like(id: Uuid, accountId: AccountId, isLiked: boolean): Promise<number | undefined> {
      const change = isLiked
        ? sql`insert into fan_post_likes (post_id, account_id, liked_at)
            select post_id, ${accountId}::bigint, now() from fan_posts where post_id = ${id}
            on conflict do nothing returning 1`
        : sql`delete from fan_post_likes where post_id = ${id} and account_id = ${accountId} returning 1`;
      const { rows } = await sql<{ likes: number }>`
        with changed as (${change})
        update fan_posts set likes = likes + ${isLiked ? 1 : -1} * (select count(*)::int from changed)
        where post_id = ${id} returning likes`.execute(kysely);
      return rows[0]?.likes;
    },
  };
}
