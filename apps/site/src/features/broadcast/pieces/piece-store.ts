import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { Recording } from './recording-store.ts';
import type { Piece, PieceKey } from './place-pieces.ts';

/** A piece as it is announced, before its file is there. */
export type NewPiece = PieceKey & Pick<Piece, 'startedMs' | 'fromMs' | 'durationMs' | 'initBytes' | 'sum'>;

/** State of an announced piece; `gone`: its recording accepts nothing more. */
export type Noted = 'gone' | 'new' | 'known' | 'other';

/** A recording that is over and is made one file. */
export interface ToJoin {
  readonly originId: Uuid;
  readonly accountId: AccountId;
}

export interface PieceStore {
  /** Records a piece before its file exists, so that no search can miss it. */
  note(piece: NewPiece): Promise<Noted>;
  /** Its file is stored. False: nobody wants it any more. */
  markStored(piece: PieceKey, file: Pick<Piece, 'sizeBytes' | 'initSum'>): Promise<boolean>;
  /** Its still is stored. False as above. */
  markPoster(piece: PieceKey): Promise<boolean>;
  /** Nothing more comes of a run. False as above. */
  endRun(originId: Uuid, run: number): Promise<boolean>;
  /** Those that are there. */
  list(originId: Uuid, within?: Transaction): Promise<Piece[]>;
  /** Whether one of its runs has not ended. */
  isRunning(originId: Uuid): Promise<boolean>;
  /** Seconds already stored of recordings that are not files yet. */
  secondsOf(originIds: readonly Uuid[]): Promise<ReadonlyMap<Uuid, number>>;
  /**
   * One that waits to be joined, for the first caller: all its runs have ended, or nothing came of it for long enough.
   * @param untilMs how long nobody else gets it
   */
  claim(
    waits: { readonly settleMs: number; readonly lostMs: number | undefined },
    untilMs: number,
  ): Promise<ToJoin | undefined>;
  /** It needs this much longer, or is tried again after it. */
  renew(originId: Uuid, untilMs: number): Promise<void>;
  /** Finished recordings from which nothing came for this long have failed. */
  failLost(lostMs: number): Promise<ToJoin[]>;
  noteTimes(originId: Uuid, part: number, times: Pick<Recording, 'gaps' | 'clock'>): Promise<void>;
  /** Pieces that nobody needs any more: their recording is a file, has failed, or is gone. */
  listNeedless(limit: number, originId?: Uuid): Promise<PieceKey[]>;
  forget(piece: PieceKey): Promise<void>;
  /** Runs of recordings that are files, or gone. */
  forgetRuns(): Promise<void>;
}

interface Row {
  readonly origin_id: Uuid;
  readonly run: string;
  readonly nth: number;
  readonly started_ms: string;
  readonly from_ms: number;
  readonly duration_ms: number;
  readonly sum: Buffer;
  readonly size_bytes: string | null;
  readonly init_bytes: number;
  readonly init_sum: Buffer | null;
  readonly has_poster: boolean;
  readonly stored_at: Date;
}

const pieceOf = (row: Row): Piece => ({
  originId: row.origin_id,
  run: Number(row.run),
  nth: row.nth,
  startedMs: Number(row.started_ms),
  fromMs: row.from_ms,
  durationMs: row.duration_ms,
  sizeBytes: Number(row.size_bytes),
  initBytes: row.init_bytes,
  initSum: row.init_sum!.toString('hex'),
  sum: row.sum.toString('hex'),
  hasPoster: row.has_poster,
  storedAt: row.stored_at,
});

/** A recording that takes pieces: one that runs, or is not joined yet. */
const TAKES = (originId: unknown) => sql`exists (
  select 1 from recordings r where r.id = ${originId} and r.state in ('recording', 'processing')
    and r.clip_seconds is null and r.video_blob is null)`;
const isPiece = ({ originId, run, nth }: PieceKey) =>
  sql`origin_id = ${originId} and run = ${run} and nth = ${nth}`;
const inMs = (ms: number) => sql`${ms} * interval '1 millisecond'`;
/** When something of it last arrived. */
const QUIET_SINCE = sql`greatest(r.ended_at,
  (select max(coalesce(p.stored_at, p.noted_at)) from recording_pieces p where p.origin_id = r.id))`;
/** A file may still be on its way. */
const UNSTORED_MS = 10 * 60_000;

export function makePieceStore({ kysely }: Pick<Database, 'kysely'>): PieceStore {
  return {
    async note(piece) {
      const { originId, run, nth, startedMs, fromMs, durationMs, initBytes } = piece;
      const sum = Buffer.from(piece.sum, 'hex');
      const { rows: added } = await sql`
        insert into recording_pieces (origin_id, run, nth, started_ms, from_ms, duration_ms, sum, init_bytes)
        select ${originId}, ${run}, ${nth}, ${startedMs}, ${fromMs}, ${durationMs}, ${sum}, ${initBytes}
        where ${TAKES(originId)} on conflict do nothing returning 1`.execute(kysely);
      if (added.length > 0) {
        await sql`insert into recording_runs (origin_id, run) values (${originId}, ${run})
          on conflict do nothing`.execute(kysely);
        return 'new';
      }
      const { rows } = await sql<{ is_same: boolean; is_stored: boolean }>`
        select sum = ${sum} as is_same, stored_at is not null as is_stored from recording_pieces
        where ${isPiece(piece)} and ${TAKES(originId)}`.execute(kysely);
      const known = rows[0];
      if (!known) return 'gone';
      if (!known.is_same) return 'other';
      return known.is_stored ? 'known' : 'new';
    },
    async markStored(piece, { sizeBytes, initSum }) {
      const { rows } = await sql`
        update recording_pieces set size_bytes = ${sizeBytes}, init_sum = ${Buffer.from(initSum, 'hex')},
          stored_at = coalesce(stored_at, clock_timestamp())
        where ${isPiece(piece)} and ${TAKES(piece.originId)} returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async markPoster(piece) {
      const { rows } = await sql`update recording_pieces set has_poster = true
        where ${isPiece(piece)} and ${TAKES(piece.originId)} returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async endRun(originId, run) {
      const { rows } = await sql`
        insert into recording_runs (origin_id, run, ended_at) select ${originId}, ${run}, now()
        where ${TAKES(originId)}
        on conflict (origin_id, run) do update set ended_at = coalesce(recording_runs.ended_at, now())
        returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async list(originId, within) {
      const { rows } = await sql<Row>`
        select * from recording_pieces where origin_id = ${originId} and stored_at is not null
        order by run, nth`.execute(within ?? kysely);
      return rows.map(pieceOf);
    },
    async isRunning(originId) {
      const { rows } = await sql`
        select 1 from recording_runs where origin_id = ${originId} and ended_at is null limit 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async secondsOf(originIds) {
      if (originIds.length === 0) return new Map();
      const { rows } = await sql<{ origin_id: Uuid; seconds: number }>`
        select origin_id, sum(duration_ms) / 1000 as seconds from recording_pieces
        where origin_id = any(${[...originIds]}::uuid[]) and stored_at is not null group by origin_id`.execute(
        kysely,
      );
      return new Map(rows.map((row) => [row.origin_id, Number(row.seconds)]));
    },
    async claim({ settleMs, lostMs }, untilMs) {
      const isLost = lostMs === undefined ? sql`false` : sql`${QUIET_SINCE} < now() - ${inMs(lostMs)}`;
      const { rows } = await sql<{ id: Uuid; account_id: AccountId }>`
        update recordings set join_until = now() + ${inMs(untilMs)} where id = (
          select r.id from recordings r
          where r.state = 'processing' and r.id = r.origin_id and r.clip_seconds is null and r.video_blob is null
            and r.withheld_at is null and (r.join_until is null or r.join_until < now())
            and exists (select 1 from recording_pieces p where p.origin_id = r.id and p.stored_at is not null)
            and (${isLost} or (r.ended_at < now() - ${inMs(settleMs)} and not exists (
              select 1 from recording_runs u where u.origin_id = r.id and u.ended_at is null)))
          order by r.ended_at limit 1 for update skip locked)
        returning id, account_id`.execute(kysely);
      const row = rows[0];
      return row && { originId: row.id, accountId: row.account_id };
    },
    async renew(originId, untilMs) {
      await sql`update recordings set join_until = now() + ${inMs(untilMs)} where id = ${originId}`.execute(
        kysely,
      );
    },
    async failLost(lostMs) {
      const { rows } = await sql<{ id: Uuid; account_id: AccountId }>`
        update recordings r set state = 'failed', failure = 'lost'
        where r.state = 'processing' and r.id = r.origin_id and r.clip_seconds is null and r.video_blob is null
          and ${QUIET_SINCE} < now() - ${inMs(lostMs)} and (r.join_until is null or r.join_until < now())
          and not exists (select 1 from recording_pieces p where p.origin_id = r.id and p.stored_at is not null)
        returning r.id, r.account_id`.execute(kysely);
      return rows.map((row) => ({ originId: row.id, accountId: row.account_id }));
    },
    async noteTimes(originId, part, { gaps, clock }) {
      await sql`update recordings set clock = ${JSON.stringify(clock)}::jsonb,
          gaps = ${gaps.length > 0 ? JSON.stringify(gaps) : null}::jsonb
        where origin_id = ${originId} and part = ${part}`.execute(kysely);
    },
    async listNeedless(limit, originId) {
      const { rows } = await sql<Row>`
        select p.* from recording_pieces p left join recordings r on r.id = p.origin_id
        where (r.id is null or r.video_blob is not null or r.state in ('ready', 'failed'))
          and (${originId ?? null}::uuid is null or p.origin_id = ${originId ?? null}::uuid)
          and (p.stored_at is not null or p.noted_at < now() - ${inMs(UNSTORED_MS)})
        limit ${limit}`.execute(kysely);
      return rows.map((row) => ({ originId: row.origin_id, run: Number(row.run), nth: row.nth }));
    },
    async forget(piece) {
      await sql`delete from recording_pieces where ${isPiece(piece)}`.execute(kysely);
    },
    async forgetRuns() {
      await sql`delete from recording_runs u where not ${TAKES(sql`u.origin_id`)}
        and not exists (select 1 from recording_pieces p where p.origin_id = u.origin_id)`.execute(kysely);
    },
  };
}
