import type { VisitTracking } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { accountKey } from '../identity/index.ts';

export interface LogLine {
  readonly level: string;
  readonly text: string;
  readonly at: Date;
}

/** What pages have reported; all of it is dropped after 30 days. */
export interface TrackingStore {
  addLogs(accountId: AccountId, lines: readonly LogLine[]): Promise<void>;
  addEvent(who: string, name: string, params: object): Promise<void>;
  /** The latest visit takes the place of the one before. */
  putVisit(who: string, accountId: AccountId | null, data: VisitTracking): Promise<void>;
  /** The latest visits that these members' pages have told of. */
  listVisits(accountIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, VisitTracking>>;
  /** A guest has registered: what is known of the visit goes along, unless the account has told of one itself by then. */
  adoptVisit(guest: string, accountId: AccountId, within: Transaction): Promise<void>;
  /** A day counts so many pictures: anybody may name one, and the table must not grow by what they make up. */
  addThumbClick(thumb: string, day: string): Promise<void>;
  putFingerprint(who: string, fp: string, linkedId: string, tag: string): Promise<void>;
  prune(): Promise<void>;
}

/** Rows dropped by one statement, so that locks are short. */
const PRUNE_ROWS = 5_000;
/** Statements per table and minute: enough for more rows than the pages of a busy site report. */
const PRUNE_ROUNDS = 20;
/** Pictures that are counted on one day. */
const THUMBS_A_DAY = 10_000;

export function makeTrackingStore({ kysely }: Pick<Database, 'kysely'>): TrackingStore {
  return {
    async addLogs(accountId, lines) {
      await sql`
        insert into client_logs (account_id, level, text, written_at)
        select ${accountId}, l.level, l.text, l.at from unnest(${lines.map(({ level }) => level)}::text[],
          ${lines.map(({ text }) => text)}::text[], ${lines.map(({ at }) => at)}::timestamptz[]) l (level, text, at)`.execute(
        kysely,
      );
    },
    async addEvent(who, name, params) {
      await sql`insert into page_events (who, name, params) values (${who}, ${name}, ${JSON.stringify(params)}::jsonb)`.execute(
        kysely,
      );
    },
    async putVisit(who, accountId, data) {
      await sql`
        insert into visit_tracking (who, account_id, data) values (${who}, ${accountId}, ${JSON.stringify(data)}::jsonb)
        on conflict (who) do update set data = excluded.data, created_at = now()`.execute(kysely);
    },
    async listVisits(accountIds) {
      const { rows } = await sql<{ account_id: AccountId; data: VisitTracking }>`
        select account_id, data from visit_tracking where who = any(${accountIds.map(accountKey)})`.execute(
        kysely,
      );
      return new Map(rows.map((row) => [row.account_id, row.data]));
    },
    async adoptVisit(guest, accountId, within) {
      await sql`
        with taken as (delete from visit_tracking where who = ${guest} returning data, created_at)
        insert into visit_tracking (who, account_id, data, created_at)
        select ${accountKey(accountId)}, ${accountId}, data, created_at from taken
        on conflict (who) do nothing`.execute(within);
    },
    async addThumbClick(thumb, day) {
      await sql`
        insert into thumb_clicks (thumb, day)
        select ${thumb}, ${day}::date
        where exists (select 1 from thumb_clicks where thumb = ${thumb} and day = ${day}::date)
          or (select count(*) from thumb_clicks where day = ${day}::date) < ${THUMBS_A_DAY}
        on conflict (thumb, day) do update set clicks = thumb_clicks.clicks + 1`.execute(kysely);
    },
    async putFingerprint(who, fp, linkedId, tag) {
      await sql`
        insert into fingerprints (who, fp, linked_id, tag) values (${who}, ${fp}, ${linkedId}, ${tag})
        on conflict (who, fp) do update set linked_id = excluded.linked_id, tag = excluded.tag, at = now()`.execute(
        kysely,
      );
    },
    async prune() {
      for (const [table, column] of [
        ['visit_tracking', 'created_at'],
        ['page_events', 'at'],
        ['client_logs', 'at'],
        ['thumb_clicks', 'day'],
        ['fingerprints', 'at'],
      ] as const)
        for (let round = 0; round < PRUNE_ROUNDS; round++) {
          const { numAffectedRows: dropped } = await sql`
            delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)}
              where ${sql.ref(column)} < now() - interval '30 days' limit ${PRUNE_ROWS}))`.execute(kysely);
          if (Number(dropped ?? 0) < PRUNE_ROWS) break;
        }
    },
  };
}
