import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { KeptItem } from './item-store.ts';
import type { KeptMedia } from './media-store.ts';
import type { TimelineGrid } from './segments/timeline-rules.ts';

/** A video's data besides its item. */
export interface KeptVideo {
  readonly itemId: number;
  readonly fileId: Uuid;
  /** Null until the pictures along it are there. */
  readonly grid: TimelineGrid | null;
  readonly hasSegments: boolean;
}

/** A file of a recording that is a video of a media now. */
export type PublishedFile = Pick<KeptMedia, 'id' | 'modelId' | 'name' | 'status' | 'rejectReason'> & {
  readonly recordingId: Uuid;
  readonly isPreparing: boolean;
};

/** What breaks the child more often is left as it is: a file without pictures along it. */
const TRIES_MAX = 3;

const GRID = sql`case when studied_at is null or picture_count is null then null else jsonb_build_object(
  'everySeconds', every_seconds, 'count', picture_count, 'width', picture_width, 'height', picture_height,
  'columns', sheet_columns, 'rows', sheet_rows) end`;
const COLUMNS = sql`item_id as "itemId", file_id as "fileId", has_segments as "hasSegments", ${GRID} as grid`;

export type VideoStore = ReturnType<typeof makeVideoStore>;

/** Videos: what they were made of, and what was found in their files. */
export function makeVideoStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async listOf(itemIds: readonly number[]): Promise<ReadonlyMap<number, KeptVideo>> {
      const { rows } = await sql<KeptVideo>`
        select ${COLUMNS} from media_videos where item_id = any(${[...itemIds]}::bigint[])`.execute(kysely);
      return new Map(rows.map((video) => [video.itemId, video]));
    },
    /** The file of a recording becomes the next one of a media; its bytes lie under `fileId` already. */
    async addRecorded(
      within: Transaction,
      file: Pick<KeptItem, 'fileId' | 'modelId' | 'fileName'> & {
        readonly mediaId: number;
        readonly place: number;
        readonly sizeBytes: number;
        readonly recordingId: Uuid;
        readonly at: Date;
      },
    ): Promise<void> {
      await sql`
        with item as (
          insert into media_items (file_id, model_id, media_id, place, type_id, state, file_name, size_bytes, created_at)
          values (${file.fileId}, ${file.modelId}, ${file.mediaId}, ${file.place}, 2, 'encoding', ${file.fileName},
            ${file.sizeBytes}, ${file.at}) returning item_id
        )
        insert into media_videos (item_id, file_id, model_id, recording_id)
        select item_id, ${file.fileId}::uuid, ${file.modelId}::bigint, ${file.recordingId}::uuid from item`.execute(
        within,
      );
    },
    /** The file of a recording that an item is; null: it was uploaded. */
    async findRecording(itemId: number): Promise<Uuid | null> {
      const { rows } = await sql<{ id: Uuid | null }>`
        select recording_id as id from media_videos where item_id = ${itemId}`.execute(kysely);
      return rows[0]?.id ?? null;
    },
    /** What these files of recordings are now, the newest first; what its performer has deleted is nothing. */
    async listPublished(recordingIds: readonly Uuid[], within?: Transaction): Promise<PublishedFile[]> {
      if (recordingIds.length === 0) return [];
      const { rows } = await sql<PublishedFile>`
        select v.recording_id as "recordingId", m.media_id as id, m.model_id as "modelId", m.name, m.status,
          m.reject_reason as "rejectReason",
          exists (select from media_items w where w.media_id = m.media_id and w.state = 'encoding') as "isPreparing"
        from media_videos v join media_items i on i.item_id = v.item_id join media m on m.media_id = i.media_id
        where v.recording_id = any(${[...recordingIds]}::uuid[]) and m.deleted_at is null
        order by m.media_id desc`.execute(within ?? kysely);
      return rows;
    },
    /** Files of recordings that the files of a media are. */
    async listRecordingsOf(within: Transaction, mediaId: number): Promise<Uuid[]> {
      const { rows } = await sql<{ id: Uuid }>`
        select v.recording_id as id from media_videos v join media_items i on i.item_id = v.item_id
        where i.media_id = ${mediaId} and v.recording_id is not null`.execute(within);
      return rows.map(({ id }) => id);
    },
    /** The file of a recording that a file of the library is, and the other way round. */
    async findRecordingOfFile(within: Transaction, fileId: string): Promise<Uuid | null> {
      const { rows } = await sql<{ id: Uuid | null }>`
        select recording_id as id from media_videos where file_id = ${fileId}::uuid`.execute(within);
      return rows[0]?.id ?? null;
    },
    async listFilesOfRecordings(within: Transaction, recordingIds: readonly Uuid[]): Promise<Uuid[]> {
      const { rows } = await sql<{ id: Uuid }>`
        select file_id as id from media_videos where recording_id = any(${[...recordingIds]}::uuid[])`.execute(
        within,
      );
      return rows.map(({ id }) => id);
    },
    /** Videos made before this analysis existed; those without an item are forgotten. */
    async noteMissing(limit: number): Promise<void> {
      await sql`
        insert into media_videos (item_id, file_id, model_id)
        select i.item_id, i.file_id, i.model_id from media_items i
        where i.type_id = 2 and i.state = 'ready' and not exists (
          select from media_videos v where v.item_id = i.item_id)
        order by i.item_id limit ${limit} on conflict do nothing`.execute(kysely);
      await sql`
        delete from media_videos where item_id in (
          select v.item_id from media_videos v
          where not exists (select from media_items i where i.item_id = v.item_id) limit ${limit})`.execute(
        kysely,
      );
    },
    /** The next ready video not yet analysed, reserved for this node until then. */
    async claim(now: Date, until: Date): Promise<Pick<KeptItem, 'id' | 'fileId' | 'typeId'> | undefined> {
      const { rows } = await sql<Pick<KeptItem, 'id' | 'fileId' | 'typeId'>>`
        update media_videos set claimed_until = ${until}, tries = tries + 1 where item_id = (
          select v.item_id from media_videos v join media_items i on i.item_id = v.item_id and i.state = 'ready'
          where v.studied_at is null and v.tries < ${TRIES_MAX}
            and (v.claimed_until is null or v.claimed_until < ${now})
          order by v.item_id for update of v skip locked limit 1)
        returning item_id as id, file_id as "fileId", 2 as "typeId"`.execute(kysely);
      return rows[0];
    },
    async release(itemId: number): Promise<void> {
      await sql`update media_videos set claimed_until = null where item_id = ${itemId}`.execute(kysely);
    },
    /** Its files are named from here on. @returns false where the video is gone */
    async keepStudied(
      itemId: number,
      { grid, hasSegments }: { readonly grid: TimelineGrid; readonly hasSegments: boolean },
      blobs: readonly string[],
      at: Date,
    ): Promise<boolean> {
      const { rows } = await sql`
        with kept as (
          update media_videos set every_seconds = ${grid.everySeconds}, picture_count = ${grid.count},
            picture_width = ${grid.width}, picture_height = ${grid.height}, sheet_columns = ${grid.columns},
            sheet_rows = ${grid.rows}, has_segments = ${hasSegments}, studied_at = ${at}, claimed_until = null
          where item_id = ${itemId} returning item_id
        ), named as (
          delete from media_loose_files where blob = any(${[...blobs]}::text[]) and exists (select from kept)
        )
        select from kept`.execute(kysely);
      return rows.length > 0;
    },
  };
}
