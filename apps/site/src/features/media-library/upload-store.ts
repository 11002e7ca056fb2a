import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A file that comes in parts. */
export interface KeptUpload {
  readonly id: Uuid;
  readonly modelId: AccountId;
  readonly typeId: 1 | 2;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** In hex. */
  readonly sha256: string;
  readonly expiresAt: Date;
  /** The resulting item; null while parts are missing. */
  readonly itemId: number | null;
}

export interface KeptPart {
  readonly part: number;
  readonly sizeBytes: number;
  readonly blob: string;
}

const COLUMNS = sql`upload_id as id, model_id as "modelId", type_id as "typeId", file_name as "fileName",
  size_bytes as "sizeBytes", sha256, expires_at as "expiresAt", item_id as "itemId"`;

export type UploadStore = ReturnType<typeof makeUploadStore>;

/** Uploads in progress, their parts, and files that nothing refers to any more. */
export function makeUploadStore({ kysely }: Pick<Database, 'kysely'>) {
  const noteLoose = async (blobs: readonly string[], at: Date, within?: Transaction): Promise<void> => {
    await sql`insert into media_loose_files (blob, noted_at) select unnest(${[...blobs]}::text[]), ${at}
      on conflict (blob) do update set noted_at = excluded.noted_at`.execute(within ?? kysely);
  };
  return {
    /** Called before writing a file without a row, so that a crash leaves none behind. */
    noteLoose,
    async listLoose(before: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ blob: string }>`
        select blob from media_loose_files where noted_at <= ${before} order by noted_at limit ${limit}`.execute(
        kysely,
      );
      return rows.map(({ blob }) => blob);
    },
    async forgetLoose(blobs: readonly string[], within?: Transaction): Promise<void> {
      await sql`delete from media_loose_files where blob = any(${[...blobs]}::text[])`.execute(
        within ?? kysely,
      );
    },
    /** Bytes of all files of somebody, including uploads in progress, and the number of those. */
    async usageOf(within: Transaction, modelId: AccountId, now: Date) {
      await sql`select 1 from accounts where id = ${modelId} for update`.execute(within);
      const { rows } = await sql<{ bytes: number; open: number }>`
        select (select coalesce(sum(size_bytes), 0)::bigint from media_items where model_id = ${modelId})
            + coalesce(sum(size_bytes), 0)::bigint as bytes, count(*)::int as open
        from media_uploads where model_id = ${modelId} and item_id is null and expires_at > ${now}`.execute(
        within,
      );
      return rows[0]!;
    },
    async add(within: Transaction, upload: Omit<KeptUpload, 'itemId'>): Promise<void> {
      await sql`
        insert into media_uploads (upload_id, model_id, type_id, file_name, size_bytes, sha256, expires_at)
        values (${upload.id}, ${upload.modelId}, ${upload.typeId}, ${upload.fileName}, ${upload.sizeBytes},
          ${upload.sha256}, ${upload.expiresAt})`.execute(within);
    },
    async find(id: Uuid): Promise<KeptUpload | undefined> {
      const { rows } = await sql<KeptUpload>`
        select ${COLUMNS} from media_uploads where upload_id = ${id}`.execute(kysely);
      return rows[0];
    },
    async lock(within: Transaction, id: Uuid): Promise<KeptUpload | undefined> {
      const { rows } = await sql<KeptUpload>`
        select ${COLUMNS} from media_uploads where upload_id = ${id} for update`.execute(within);
      return rows[0];
    },
    /** Replaces an earlier upload of the same part. @returns bytes of all parts */
    async keepPart(
      within: Transaction,
      id: Uuid,
      { part, sizeBytes, blob }: KeptPart,
      at: Date,
    ): Promise<number> {
      const { rows: before } = await sql<{ blob: string }>`
        select blob from media_upload_parts where upload_id = ${id} and part = ${part}`.execute(within);
      await noteLoose(
        before.map((row) => row.blob),
        at,
        within,
      );
      await sql`
        insert into media_upload_parts (upload_id, part, size_bytes, blob) values (${id}, ${part}, ${sizeBytes}, ${blob})
        on conflict (upload_id, part) do update set size_bytes = excluded.size_bytes, blob = excluded.blob`.execute(
        within,
      );
      const { rows } = await sql<{ bytes: number }>`
        select sum(size_bytes)::bigint as bytes from media_upload_parts where upload_id = ${id}`.execute(
        within,
      );
      return rows[0]!.bytes;
    },
    async listParts(id: Uuid, within?: Transaction): Promise<KeptPart[]> {
      const { rows } = await sql<KeptPart>`
        select part, size_bytes as "sizeBytes", blob from media_upload_parts
        where upload_id = ${id} order by part`.execute(within ?? kysely);
      return rows;
    },
    async complete(within: Transaction, upload: KeptUpload, fileId: Uuid, at: Date): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        insert into media_items (file_id, model_id, type_id, state, file_name, size_bytes, created_at)
        values (${fileId}, ${upload.modelId}, ${upload.typeId}, 'encoding', ${upload.fileName}, ${upload.sizeBytes},
          ${at}) returning item_id as id`.execute(within);
      await sql`update media_uploads set item_id = ${rows[0]!.id} where upload_id = ${upload.id}`.execute(
        within,
      );
      return rows[0]!.id;
    },
    /** The file that an item is made of. */
    async findOfItem(itemId: number): Promise<KeptUpload | undefined> {
      const { rows } = await sql<KeptUpload>`
        select ${COLUMNS} from media_uploads where item_id = ${itemId}`.execute(kysely);
      return rows[0];
    },
    /** The uploaded parts are no longer needed. */
    async dropParts(id: Uuid): Promise<void> {
      await sql`delete from media_upload_parts where upload_id = ${id}`.execute(kysely);
    },
    /** Uploads that are over: their rows go, and their parts. */
    async dropOld(before: Date, limit: number): Promise<void> {
      await sql`delete from media_uploads where upload_id in (
        select u.upload_id from media_uploads u
        where u.expires_at <= ${before} and not exists (
          select from media_items i where i.item_id = u.item_id and i.state = 'encoding')
        order by u.expires_at limit ${limit} for update of u skip locked)`.execute(kysely);
    },
  };
}
