import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ZipFile } from './archive/zip-writer.ts';

export interface DataExport {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly state: 'making' | 'ready' | 'failed' | 'gone';
  readonly askedAt: Date;
  readonly dueAt: Date;
  readonly stepsDone: number;
  /** Where to continue within the next step; null: at its beginning. */
  readonly cursor: string | null;
  readonly version: number;
  readonly tries: number;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
  readonly sizeBytes: number | null;
  readonly downloads: number;
}

export interface ExportPart {
  readonly blob: string;
  readonly number: number;
  readonly sizeBytes: number;
  readonly files: readonly ZipFile[];
}

export interface ExportsStore {
  /** Undefined where one is being made. */
  add(
    asked: Pick<DataExport, 'id' | 'accountId' | 'askedAt' | 'dueAt'>,
    within: Transaction,
  ): Promise<Uuid | undefined>;
  find(id: Uuid): Promise<DataExport | undefined>;
  /** Somebody's newest; deleted ones do not count. */
  findNewest(accountId: AccountId, within?: Transaction): Promise<DataExport | undefined>;
  /** Keeps that a piece is about to be written. */
  addPart(exportId: Uuid, blob: string): Promise<void>;
  /** The piece is whole and its step done; false where somebody else has gone on before. */
  finishStep(
    of: Pick<DataExport, 'id' | 'version'>,
    next: Pick<DataExport, 'stepsDone' | 'cursor'>,
    part: Omit<ExportPart, 'number'> | undefined,
  ): Promise<boolean>;
  listParts(id: Uuid): Promise<ExportPart[]>;
  /** Blobs of pieces, whole or not. */
  listBlobs(id: Uuid): Promise<string[]>;
  forgetPart(blob: string): Promise<void>;
  setReady(
    of: Pick<DataExport, 'id' | 'version'>,
    made: { readonly readyAt: Date; readonly expiresAt: Date; readonly sizeBytes: number },
    within: Transaction,
  ): Promise<boolean>;
  /** Counts a try that failed. @returns how many there were */
  countTry(id: Uuid): Promise<number>;
  setState(id: Uuid, state: DataExport['state']): Promise<void>;
  /** Those that are being made since a while. */
  listWaiting(askedBefore: Date): Promise<Uuid[]>;
  /** Ready ones whose time is over. */
  listExpired(now: Date): Promise<Uuid[]>;
  /** Counts a download, while some are left. */
  countDownload(id: Uuid, max: number, now: Date): Promise<boolean>;
  /** Not answered in time, each reported once. */
  takeLate(now: Date): Promise<{ readonly id: Uuid; readonly dueAt: Date }[]>;
  countLate(now: Date): Promise<number>;
}

const FIELDS = sql`id, account_id as "accountId", state, asked_at as "askedAt", due_at as "dueAt",
  steps_done as "stepsDone", cursor, version, tries, ready_at as "readyAt", expires_at as "expiresAt",
  size_bytes::float8 as "sizeBytes", downloads`;

const BATCH = 100;

export function makeExportsStore({ kysely }: Pick<Database, 'kysely'>): ExportsStore {
  return {
    ...makeParts({ kysely }),
    async add({ id, accountId, askedAt, dueAt }, within) {
      const { rows } = await sql<{ id: Uuid }>`
        insert into data_exports (id, account_id, asked_at, due_at) values (${id}, ${accountId}, ${askedAt}, ${dueAt})
        on conflict (account_id) where state = 'making' do nothing returning id`.execute(within);
      return rows[0]?.id;
    },
    async find(id) {
      const { rows } = await sql<DataExport>`select ${FIELDS} from data_exports where id = ${id}`.execute(
        kysely,
      );
      return rows[0];
    },
    async findNewest(accountId, within) {
      const { rows } = await sql<DataExport>`
        select ${FIELDS} from data_exports where account_id = ${accountId} and state <> 'gone'
        order by asked_at desc, id desc limit 1`.execute(within ?? kysely);
      return rows[0];
    },
    async setReady({ id, version }, { readyAt, expiresAt, sizeBytes }, within) {
      const { rows } = await sql`
        update data_exports set state = 'ready', ready_at = ${readyAt}, expires_at = ${expiresAt},
          size_bytes = ${sizeBytes}, steps_done = steps_done + 1, version = version + 1
        where id = ${id} and version = ${version} and state = 'making' returning 1`.execute(within);
      return rows.length > 0;
    },
    async countTry(id) {
      const { rows } = await sql<{ tries: number }>`
        update data_exports set tries = tries + 1 where id = ${id} returning tries`.execute(kysely);
      return rows[0]?.tries ?? 0;
    },
    async setState(id, state) {
      await sql`update data_exports set state = ${state} where id = ${id}`.execute(kysely);
    },
    async listWaiting(askedBefore) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from data_exports where state = 'making' and asked_at < ${askedBefore}
        order by asked_at limit ${BATCH}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    async listExpired(now) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from data_exports where state = 'ready' and expires_at <= ${now} limit ${BATCH}`.execute(
        kysely,
      );
      return rows.map(({ id }) => id);
    },
    async countDownload(id, max, now) {
      const { rows } = await sql`
        update data_exports set downloads = downloads + 1
        where id = ${id} and state = 'ready' and expires_at > ${now} and downloads < ${max} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async takeLate(now) {
      const { rows } = await sql<{ id: Uuid; dueAt: Date }>`
        update data_exports set is_late_told = true
        where state in ('making', 'failed') and due_at <= ${now} and not is_late_told
        returning id, due_at as "dueAt"`.execute(kysely);
      return rows;
    },
    async countLate(now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from data_exports where state = 'making' and due_at <= ${now}`.execute(
        kysely,
      );
      return rows[0]!.count;
    },
  };
}

type Parts = Pick<ExportsStore, 'addPart' | 'finishStep' | 'listParts' | 'listBlobs' | 'forgetPart'>;

const makeParts = ({ kysely }: Pick<Database, 'kysely'>): Parts => ({
  async addPart(exportId, blob) {
    await sql`insert into data_export_parts (blob, export_id) values (${blob}, ${exportId})`.execute(kysely);
  },
  finishStep: ({ id, version }, { stepsDone, cursor }, part) =>
    kysely.transaction().execute(async (within) => {
      const { rows } = await sql`
        update data_exports set steps_done = ${stepsDone}, cursor = ${cursor}, version = version + 1
        where id = ${id} and version = ${version} and state = 'making' returning 1`.execute(within);
      if (rows.length === 0) return false;
      if (part)
        await sql`
          update data_export_parts set number = ${version}, size_bytes = ${part.sizeBytes},
            files = ${JSON.stringify(part.files)}::jsonb
          where blob = ${part.blob}`.execute(within);
      return true;
    }),
  async listParts(id) {
    const { rows } = await sql<ExportPart>`
      select blob, number, size_bytes::float8 as "sizeBytes", files from data_export_parts
      where export_id = ${id} and number is not null order by number`.execute(kysely);
    return rows;
  },
  async listBlobs(id) {
    const { rows } = await sql<{ blob: string }>`
      select blob from data_export_parts where export_id = ${id}`.execute(kysely);
    return rows.map(({ blob }) => blob);
  },
  async forgetPart(blob) {
    await sql`delete from data_export_parts where blob = ${blob}`.execute(kysely);
  },
});
