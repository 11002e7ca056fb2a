import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

/** `withdrawn`: somebody in it has withdrawn consent, and nobody can open its files. */
export type RecordingState = 'recording' | 'processing' | 'ready' | 'failed' | 'withdrawn';

/** What a model recorded of a broadcast. */
export interface Recording {
  readonly id: Uuid;
  /** The first of its files; one whose picture has changed its format has several. */
  readonly originId: Uuid;
  readonly accountId: AccountId;
  readonly broadcastId: Uuid;
  readonly kind: 'public' | 'private' | 'limited';
  /** The show that it is of; null: of a public stream. */
  readonly showId: Uuid | null;
  readonly state: RecordingState;
  readonly startedAt: Date;
  readonly durationMs: number | null;
  readonly sizeBytes: number | null;
  /** Names in the blob store. */
  readonly videoBlob: string | null;
  readonly posterBlob: string | null;
  /** Nobody opens it for now, also when its files come later. */
  readonly isWithheld: boolean;
  /** A clip of the last seconds of a public stream. */
  readonly isClip: boolean;
  /** Seconds of the file for which nothing could be kept. */
  readonly gaps: readonly (readonly [from: number, to: number])[];
  /** Which moment a place in the file is, each until the next; empty where that is not known. */
  readonly clock: readonly (readonly [fileMs: number, unixMs: number])[];
  /** The co-show that it is of, which both performers keep. */
  readonly coShowId: Uuid | null;
}

/** A file of a recording as it was handed over; where the picture changed its format there are several. */
export interface RecordedFile {
  readonly originId: Uuid;
  readonly part: number;
  readonly videoBlob: string;
  readonly posterBlob: string | null;
  readonly durationMs: number | null;
  readonly sizeBytes: number;
}

export interface RecordingStore {
  /** @param show absent: of the public stream. @param coShowId of a co-show that both keep */
  start(
    accountId: AccountId,
    broadcastId: Uuid,
    show?: { readonly id: Uuid; readonly kind: Recording['kind'] },
    coShowId?: Uuid,
  ): Promise<Recording>;
  /** All files of a co-show, of each performer in order; including those nobody may open. */
  listOfCoShow(coShowId: Uuid): Promise<Recording[]>;
  /** The recording that runs of a broadcast. */
  findRunning(broadcastId: Uuid): Promise<Recording | undefined>;
  find(id: Uuid, within?: Transaction): Promise<Recording | undefined>;
  /**
   * All files of a recording, in order.
   * @param within they stay unchanged until the end of this transaction
   */
  listParts(originId: Uuid, within?: Transaction): Promise<Recording[]>;
  /** The newest recording of a broadcast, by its first file; clips do not count. */
  findNewest(broadcastId: Uuid): Promise<Uuid | undefined>;
  /** Nothing more is added to it; its file is being made. Only of these kinds, or of all if none is named. */
  endOf(broadcastId: Uuid, kinds?: readonly Recording['kind'][]): Promise<void>;
  /** All of these shows, oldest first. */
  listOfShows(showIds: readonly Uuid[]): Promise<Recording[]>;
  /** Nothing of these broadcasts is shown any more, including files still to come. */
  withdraw(broadcastIds: readonly Uuid[]): Promise<void>;
  fail(id: Uuid, failure: string): Promise<Recording | undefined>;
  /** Keeps a file; a repeat changes nothing more. False: its owner has deleted the recording. */
  keepFile(file: RecordedFile): Promise<Recording | undefined>;
  /** A model's existing files: of her public streams, and of these shows. Newest first. */
  listReady(
    accountId: AccountId,
    showIds: readonly Uuid[],
    page: { readonly before: Uuid | undefined; readonly limit: number },
  ): Promise<Recording[]>;
  /** Newest first; the cursor is the last id. */
  list(accountId: AccountId, cursor: Uuid | undefined, limit: number): Promise<Recording[]>;
  /** Hides the recording, or shows it again. Returns false if it does not exist. */
  withhold(within: Transaction, id: string, isWithheld: boolean): Promise<boolean>;
  /** Not those of shows: they also belong to their buyers. */
  remove(accountId: AccountId, id: Uuid): Promise<Recording | undefined>;
}

interface Row {
  readonly id: Uuid;
  readonly origin_id: Uuid;
  readonly account_id: AccountId;
  readonly broadcast_id: Uuid;
  readonly kind: Recording['kind'];
  readonly show_id: Uuid | null;
  readonly state: RecordingState;
  readonly started_at: Date;
  readonly duration_ms: number | null;
  readonly size_bytes: number | null;
  readonly video_blob: string | null;
  readonly poster_blob: string | null;
  readonly is_withdrawn?: boolean;
  readonly withheld_at: Date | null;
  readonly is_withheld?: boolean;
  readonly clip_seconds: number | null;
  readonly gaps: Recording['gaps'] | null;
  readonly clock: Recording['clock'] | null;
  readonly co_show_id: Uuid | null;
}

/** A file that comes later, of a recording that nobody is shown, is shown to nobody either. */
const IS_WITHHELD = sql`(r.withheld_at is not null or exists (
  select 1 from recordings o where o.id = r.origin_id and o.withheld_at is not null))`;
const COLUMNS = sql`r.*, ${IS_WITHHELD} as is_withheld, exists (
  select 1 from withdrawn_broadcasts w where w.broadcast_id = r.broadcast_id) as is_withdrawn`;

const recordingOf = (row: Row): Recording => ({
  id: row.id,
  originId: row.origin_id,
  accountId: row.account_id,
  broadcastId: row.broadcast_id,
  kind: row.kind,
  showId: row.show_id,
  state: row.is_withdrawn ? 'withdrawn' : row.state,
  startedAt: row.started_at,
  durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
  sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
  videoBlob: row.is_withdrawn ? null : row.video_blob,
  posterBlob: row.is_withdrawn ? null : row.poster_blob,
  isWithheld: row.is_withheld ?? row.withheld_at !== null,
  isClip: row.clip_seconds !== null,
  gaps: row.gaps ?? [],
  clock: row.clock ?? [],
  coShowId: row.co_show_id,
});

export function makeRecordingStore({ kysely }: Database): RecordingStore {
  const first = (rows: readonly Row[]): Recording | undefined => rows[0] && recordingOf(rows[0]);
  return {
    async start(accountId, broadcastId, show, coShowId) {
      const id = uuidv7();
      const kind = show?.kind ?? 'public';
      const { rows } = await sql<Row>`
        insert into recordings (id, origin_id, account_id, broadcast_id, kind, show_id, co_show_id, state)
        values (${id}, ${id}, ${accountId}, ${broadcastId}, ${kind}, ${show?.id ?? null}, ${coShowId ?? null},
          'recording') returning *`.execute(kysely);
      return recordingOf(rows[0]!);
    },
    async listOfCoShow(coShowId) {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from recordings r where co_show_id = ${coShowId}
        order by account_id, origin_id, part`.execute(kysely);
      return rows.map(recordingOf);
    },
    async findRunning(broadcastId) {
      const { rows } = await sql<Row>`
        select * from recordings where broadcast_id = ${broadcastId} and state = 'recording'`.execute(kysely);
      return first(rows);
    },
    async find(id, within) {
      const query = sql<Row>`select ${COLUMNS} from recordings r where id = ${id}`;
      return first((await query.execute(within ?? kysely)).rows);
    },
    async listParts(originId, within) {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from recordings r where origin_id = ${originId} order by part
        ${within ? sql`for update of r` : sql``}`.execute(within ?? kysely);
      return rows.map(recordingOf);
    },
    async findNewest(broadcastId) {
      const { rows } = await sql<{ id: Uuid }>`
        select origin_id as id from recordings where broadcast_id = ${broadcastId} and clip_seconds is null
        order by origin_id desc limit 1`.execute(kysely);
      return rows[0]?.id;
    },
    async endOf(broadcastId, kinds) {
      await sql`update recordings set state = 'processing', ended_at = now()
        where broadcast_id = ${broadcastId} and state = 'recording'
          and (${kinds ?? null}::text[] is null or kind = any(${kinds ?? null}::text[]))`.execute(kysely);
    },
    async listOfShows(showIds) {
      if (showIds.length === 0) return [];
      // Ids are in the order of the starts; the time of a later part is that of its first one, less what a date rounds
      // off.
      const { rows } = await sql<Row>`
        select ${COLUMNS} from recordings r
        where show_id = any(${[...showIds]}) and not ${IS_WITHHELD} order by origin_id, part`.execute(kysely);
      return rows.map(recordingOf);
    },
    async withdraw(broadcastIds) {
      await sql`insert into withdrawn_broadcasts (broadcast_id)
        select unnest(${[...broadcastIds]}::uuid[]) on conflict do nothing`.execute(kysely);
    },
    async fail(id, failure) {
      const { rows } = await sql<Row>`update recordings set failure = ${failure},
          ended_at = coalesce(ended_at, now()), state = case when ${failure} = 'unreadable' or clip_seconds is not null then 'failed' else 'processing' end
        where id = ${id} and state in ('recording', 'processing') returning *`.execute(kysely);
      return first(rows);
    },
    async keepFile(file) {
      const { rows: origins } = await sql<Row>`select * from recordings where id = ${file.originId}`.execute(
        kysely,
      );
      const origin = origins[0];
      if (!origin) return undefined;
      const id = file.part === 0 ? file.originId : uuidv7();
      const { rows } = await sql<Row>`
        insert into recordings (id, origin_id, part, account_id, broadcast_id, kind, show_id, co_show_id, state, started_at,
          duration_ms, size_bytes, video_blob, poster_blob)
        values (${id}, ${file.originId}, ${file.part}, ${origin.account_id}, ${origin.broadcast_id}, ${origin.kind}, ${origin.show_id},
          ${origin.co_show_id}, 'ready', ${origin.started_at}, ${file.durationMs}, ${file.sizeBytes}, ${file.videoBlob}, ${file.posterBlob})
        on conflict (origin_id, part) do update set state = 'ready', duration_ms = excluded.duration_ms,
          size_bytes = excluded.size_bytes, video_blob = excluded.video_blob, poster_blob = excluded.poster_blob
        returning *`.execute(kysely);
      return first(rows);
    },
    async listReady(accountId, showIds, { before, limit }) {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from recordings r
        where account_id = ${accountId} and state = 'ready' and video_blob is not null and duration_ms > 0
          and not exists (select 1 from withdrawn_broadcasts w where w.broadcast_id = r.broadcast_id)
          and not ${IS_WITHHELD}
          and (kind = 'public' or show_id = any(${[...showIds]}))
          and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map(recordingOf);
    },
    async list(accountId, cursor, limit) {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from recordings r
        where account_id = ${accountId} and not ${IS_WITHHELD}
          and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map(recordingOf);
    },
    async withhold(within, id, isWithheld) {
      const { rows } = await sql`update recordings set withheld_at = ${isWithheld ? sql`now()` : null}
        where id = ${id}::uuid returning 1`.execute(within);
      return rows.length > 0;
    },
    async remove(accountId, id) {
      const { rows } = await sql<Row>`
        delete from recordings where id = ${id} and account_id = ${accountId} and show_id is null returning *`.execute(
        kysely,
      );
      return first(rows);
    },
  };
}
