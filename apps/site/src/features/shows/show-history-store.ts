import { type AccountId, modelShare, type Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { HadShow } from '../ratings/index.ts';
import { SHOW_SHARE_PERCENT } from './meters/run-meters.ts';

export interface PastShow {
  readonly showId: Uuid;
  readonly kind: 'private' | 'exclusive' | 'spy' | 'limited' | 'group';
  /** The other side. */
  readonly username: string;
  readonly startedAt: Date;
  readonly durationSeconds: number;
  /** What the caller paid, or the performer earned. */
  readonly tokens: number;
  /** Opens its recording; null: none for the caller. */
  readonly recordingId: Uuid | null;
}

/** The shows of a person that are over, as payer, as spy or as performer; newest first, of a time by their ids. */
export type ListPastShows = (
  accountId: AccountId,
  page: { readonly before: { readonly at: Date; readonly id: Uuid } | undefined; readonly limit: number },
) => Promise<PastShow[]>;

interface Row {
  readonly id: Uuid;
  readonly kind: PastShow['kind'];
  readonly username: string;
  readonly started_at: Date;
  readonly duration_seconds: number;
  readonly tokens_charged: number;
  readonly is_own: boolean;
  readonly with_recording: boolean;
}

/** @param listReady which of these shows have a finished recording */
export const makeListPastShows =
  (
    { kysely }: Pick<Database, 'kysely'>,
    listReady: (showIds: readonly Uuid[]) => Promise<ReadonlySet<Uuid>>,
  ): ListPastShows =>
  async (accountId, { before, limit }) => {
    const { rows } = await sql<Row>`
      with past as (
        select show_id id, type kind, case when payer_id = ${accountId} then room_id else payer_id end other_id,
          started_at, duration_seconds, tokens_charged, room_id = ${accountId} is_own,
          with_recording and payer_id = ${accountId} with_recording
        from privates where (payer_id = ${accountId} or room_id = ${accountId}) and state = 'ended'
          and started_at is not null
        union all
        select spy_id, 'spy', room_id, began_at, duration_seconds, tokens_charged, false, false
        from spies where account_id = ${accountId} and state = 'ended' and duration_seconds > 0
      )
      select past.*, a.username from past join accounts a on a.id = past.other_id
      where ${before?.at ?? null}::timestamptz is null
        or (started_at, past.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)
      order by started_at desc, past.id desc limit ${limit}`.execute(kysely);
    const recorded = rows.flatMap((row) => (row.with_recording ? [row.id] : []));
    const ready = recorded.length === 0 ? new Set<Uuid>() : await listReady(recorded);
    return rows.map((row) => ({
      showId: row.id,
      kind: row.kind,
      username: row.username,
      startedAt: row.started_at,
      durationSeconds: row.duration_seconds,
      tokens: row.is_own ? modelShare(row.tokens_charged, SHOW_SHARE_PERCENT) : row.tokens_charged,
      recordingId: ready.has(row.id) ? row.id : null,
    }));
  };

/** Whether somebody paid for a private, or to look into one, that ended within 24 hours (S314). */
export const makeHadPrivate =
  ({ kysely }: Pick<Database, 'kysely'>): HadShow =>
  async (person, model) => {
    const { rows } = await sql<{ had: boolean }>`
      select exists (
        select from privates where payer_id = ${person} and room_id = ${model} and started_at is not null
          and state in ('settling', 'ended') and ended_at > clock_timestamp() - interval '24 hours'
        union all
        select from spies where account_id = ${person} and room_id = ${model} and tokens_charged > 0
          and state = 'ended' and ended_at > clock_timestamp() - interval '24 hours'
      ) had`.execute(kysely);
    return rows[0]!.had;
  };

/** What several kinds of shows know of the past. */
export interface PastShows {
  add(list: ListPastShows): void;
  readonly list: ListPastShows;
}

const isNewer = (one: PastShow, other: PastShow): number =>
  other.startedAt.getTime() - one.startedAt.getTime() || (one.showId < other.showId ? 1 : -1);

/** Joins their lists into one in the same order. */
export function joinPastShows(...first: readonly ListPastShows[]): PastShows {
  const lists = [...first];
  return {
    add: (list) => void lists.push(list),
    async list(accountId, page) {
      const found = await Promise.all(lists.map((list) => list(accountId, page)));
      return found.flat().toSorted(isNewer).slice(0, page.limit);
    },
  };
}
