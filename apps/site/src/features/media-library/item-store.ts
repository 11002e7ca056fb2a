import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A picture or a video of a performer, from its upload on. */
export interface KeptItem {
  readonly id: number;
  readonly fileId: Uuid;
  readonly modelId: AccountId;
  readonly mediaId: number | null;
  readonly typeId: 1 | 2;
  readonly state: 'encoding' | 'ready' | 'failed';
  readonly error: string | null;
  readonly fileName: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly isMuted: boolean;
  readonly tries: number;
  readonly createdAt: Date;
}

const COLUMNS = sql`item_id as id, file_id as "fileId", model_id as "modelId", media_id as "mediaId",
  type_id as "typeId", state, error, file_name as "fileName", width, height, duration_ms as "durationMs",
  is_muted as "isMuted", tries, created_at as "createdAt"`;

export type ItemStore = ReturnType<typeof makeItemStore>;

/** Files of media: those in processing, and those used in a media. */
export function makeItemStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async find(fileId: string): Promise<KeptItem | undefined> {
      const { rows } = await sql<KeptItem>`
        select ${COLUMNS} from media_items where file_id = ${fileId}::uuid and withheld_at is null`.execute(
        kysely,
      );
      return rows[0];
    },
    /** Ready ones of these media in order; withheld ones are left out. */
    async listOfMedia(ids: readonly number[], within?: Transaction): Promise<KeptItem[]> {
      const { rows } = await sql<KeptItem>`
        select ${COLUMNS} from media_items
        where media_id = any(${[...ids]}::bigint[]) and state = 'ready' and withheld_at is null
        order by media_id, place, item_id`.execute(within ?? kysely);
      return rows;
    },
    /** Files not yet used in any media, newest first. */
    async listFree(modelId: AccountId, before: number | undefined, limit: number): Promise<KeptItem[]> {
      const { rows } = await sql<KeptItem>`
        select ${COLUMNS} from media_items
        where model_id = ${modelId} and media_id is null and withheld_at is null
          and (${before ?? null}::bigint is null or item_id < ${before ?? null}::bigint)
        order by item_id desc limit ${limit}`.execute(kysely);
      return rows;
    },
    /** For a media that takes them: nobody else takes them meanwhile. */
    async lock(within: Transaction, ids: readonly number[], modelId: AccountId): Promise<KeptItem[]> {
      const { rows } = await sql<KeptItem>`
        select ${COLUMNS} from media_items
        where item_id = any(${[...ids]}::bigint[]) and model_id = ${modelId} and withheld_at is null
        order by item_id for update`.execute(within);
      return rows;
    },
    /** Replaces the media's files with these, in this order. */
    async place(within: Transaction, mediaId: number, ids: readonly number[]): Promise<void> {
      await sql`update media_items set media_id = null
        where media_id = ${mediaId} and item_id <> all(${[...ids]}::bigint[])`.execute(within);
      await sql`update media_items i set media_id = ${mediaId}, place = w.place
        from unnest(${[...ids]}::bigint[]) with ordinality as w (id, place) where i.item_id = w.id`.execute(
        within,
      );
    },
    /** The next that waits, for this node until then. */
    async claim(now: Date, until: Date): Promise<KeptItem | undefined> {
      const { rows } = await sql<KeptItem>`
        update media_items set claimed_until = ${until}, tries = tries + 1 where item_id = (
          select item_id from media_items
          where state = 'encoding' and (claimed_until is null or claimed_until < ${now})
          order by item_id for update skip locked limit 1)
        returning ${COLUMNS}`.execute(kysely);
      return rows[0];
    },
    /** Its files are named from here on. @returns false where it is gone, or another node has finished it */
    async finish(
      id: number,
      made: Pick<KeptItem, 'width' | 'height' | 'durationMs' | 'isMuted'>,
      blobs: readonly string[],
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        with named as (delete from media_loose_files where blob = any(${[...blobs]}::text[])),
        video as (
          insert into media_videos (item_id, file_id, model_id)
          select item_id, file_id, model_id from media_items where item_id = ${id} and type_id = 2
          on conflict do nothing
        )
        update media_items set state = 'ready', claimed_until = null, width = ${made.width}, height = ${made.height},
          duration_ms = ${made.durationMs}, is_muted = ${made.isMuted}
        where item_id = ${id} and state = 'encoding'`.execute(kysely);
      return numAffectedRows === 1n;
    },
    async fail(id: number, error: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update media_items set state = 'failed', claimed_until = null, error = ${error}
        where item_id = ${id} and state = 'encoding'`.execute(kysely);
      return numAffectedRows === 1n;
    },
    /** It may be tried again at once. */
    async release(id: number): Promise<void> {
      await sql`update media_items set claimed_until = null where item_id = ${id} and state = 'encoding'`.execute(
        kysely,
      );
    },
    async drop(within: Transaction, id: number): Promise<void> {
      await sql`delete from media_items where item_id = ${id}`.execute(within);
    },
    /** Files that no media has taken since then: their rows go. */
    async dropFree(before: Date, limit: number): Promise<void> {
      await sql`
        delete from media_items where item_id in (
          select item_id from media_items where media_id is null and state <> 'encoding' and created_at < ${before}
            and withheld_at is null
          order by item_id for update skip locked limit ${limit})`.execute(kysely);
    },
    async findOwner(within: Transaction, fileId: string) {
      const { rows } = await sql<{ owner: AccountId; type_id: 1 | 2 }>`
        select model_id as owner, type_id from media_items where file_id = ${fileId}::uuid`.execute(within);
      return rows[0];
    },
    /** @returns whether a media showed it */
    async withhold(within: Transaction, fileId: string, isWithheld: boolean): Promise<boolean> {
      const { rows } = await sql<{ shown: boolean }>`
        update media_items set withheld_at = ${isWithheld ? sql`coalesce(withheld_at, now())` : null}
        where file_id = ${fileId}::uuid returning media_id is not null as shown`.execute(within);
      return rows[0]?.shown ?? false;
    },
    async listOfMediaWithin(within: Transaction, mediaId: number) {
      const { rows } = await sql<{ file: Uuid; type_id: 1 | 2; owner: AccountId }>`
        select file_id as file, type_id, model_id as owner from media_items
        where media_id = ${mediaId} order by place, item_id`.execute(within);
      return rows;
    },
  };
}
