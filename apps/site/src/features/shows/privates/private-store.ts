import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '#site/platform/postgres/index.ts';
import { makePrivateLeases, type PrivateLeases } from './private-lease-store.ts';
import { type PrivateRow, privateOf } from './private-row.ts';
import type { Private } from './private-rules.ts';

/** What there was between a viewer and a performer. */
export interface PairHistory {
  readonly shows: number;
  readonly tokens: number;
  readonly lastAt: Date | null;
}

/** Changes to a private; absent values stay. */
export type PrivateChange = Partial<
  Pick<Private, 'state' | 'reason' | 'durationSeconds' | 'tokensCharged' | 'tokensReturned' | 'payerIsFan'>
> & {
  readonly startsInMs?: number;
  readonly endedAt?: 'now';
};

/** Privates, a row each. Times are the database's (S2). */
export interface PrivateStore extends PrivateLeases {
  now(): Promise<number>;
  /** Opens a request; false where one with this id is there already. */
  ask(
    transaction: Transaction,
    request: Pick<
      Private,
      | 'id'
      | 'roomId'
      | 'payerId'
      | 'type'
      | 'source'
      | 'price'
      | 'prepaidSeconds'
      | 'withCam2cam'
      | 'withRecording'
      | 'message'
      | 'watchMediaId'
    > & { readonly expiresInMs: number },
  ): Promise<boolean>;
  find(id: Uuid): Promise<Private | undefined>;
  /** Kept until the transaction ends. */
  lock(transaction: Transaction, id: Uuid): Promise<Private | undefined>;
  /** @returns the row as it is then */
  change(transaction: Transaction, id: Uuid, change: PrivateChange): Promise<Private>;
  /** Shows that run or are about to, whose payer asked to watch something that nobody has proposed yet. */
  listWatchWishes(limit: number): Promise<Private[]>;
  /** What is watched together in it; settles the wish of its request. */
  noteWatch(transaction: Transaction, id: Uuid, watchId: Uuid | null): Promise<void>;
  /** This is the first picture; undefined where the show does not wait for it. */
  begin(id: Uuid): Promise<Private | undefined>;
  /** Open requests to a performer, oldest first. */
  listRequests(roomId: AccountId): Promise<Private[]>;
  /** All other open requests of a room end; @returns them */
  expireOthers(transaction: Transaction, roomId: AccountId, except: Uuid): Promise<Private[]>;
  /** Open requests everywhere. */
  listAllRequests(limit: number): Promise<Private[]>;
  /** Whether this person is in a private now, as payer or performer. */
  hasRunningWith(accountId: AccountId): Promise<boolean>;
  /** The show of a room that runs or is about to. */
  findOn(roomId: AccountId, transaction?: Transaction): Promise<Private | undefined>;
  listOnIn(roomIds: readonly AccountId[]): Promise<Private[]>;
  /** Which of these shows have not ended. */
  listLive(ids: readonly Uuid[]): Promise<Uuid[]>;
  /** The newest of a viewer with a performer. */
  findLast(payerId: AccountId, roomId: AccountId): Promise<Private | undefined>;
  /** The newest in a room that has ended or ends. */
  findLastEnded(roomId: AccountId): Promise<Private | undefined>;
  historyOf(payerIds: readonly AccountId[], roomId: AccountId): Promise<ReadonlyMap<AccountId, PairHistory>>;
  /** Shows whose end was not finished in time. */
  listUnsettled(): Promise<Private[]>;
  prune(): Promise<void>;
}

const all = (rows: readonly PrivateRow[]): Private[] => rows.map(privateOf);

export function makePrivateStore({ kysely }: Pick<Database, 'kysely'>): PrivateStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: PrivateRow[] }> };
  const one = async (query: Query, on: Database['kysely'] | Transaction = kysely) => {
    const { rows } = await query.execute(on);
    return rows[0] && privateOf(rows[0]);
  };
  return {
    now: () => databaseNow(kysely),
    async ask(transaction, request) {
      const { rows } = await sql`
        insert into privates (show_id, room_id, payer_id, state, type, source, price, prepaid_seconds, with_cam2cam,
          with_recording, message, watch_media_id, expires_at)
        values (${request.id}, ${request.roomId}, ${request.payerId}, 'requested', ${request.type}, ${request.source},
          ${request.price}, ${request.prepaidSeconds}, ${request.withCam2cam}, ${request.withRecording}, ${request.message}, ${request.watchMediaId},
          clock_timestamp() + make_interval(secs => ${request.expiresInMs / 1_000}))
        on conflict (show_id) do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    find: (id) => one(sql<PrivateRow>`select * from privates where show_id = ${id}`),
    async lock(transaction, id) {
      const { rows } = await sql<PrivateRow>`select * from privates where show_id = ${id} for update`.execute(
        transaction,
      );
      return rows[0] && privateOf(rows[0]);
    },
    async change(transaction, id, change) {
      const { rows } = await sql<PrivateRow>`
        update privates set
          state = coalesce(${change.state ?? null}, state),
          reason = coalesce(${change.reason ?? null}, reason),
          duration_seconds = coalesce(${change.durationSeconds ?? null}, duration_seconds),
          tokens_charged = coalesce(${change.tokensCharged ?? null}, tokens_charged),
          tokens_returned = coalesce(${change.tokensReturned ?? null}, tokens_returned),
          payer_is_fan = coalesce(${change.payerIsFan ?? null}, payer_is_fan),
          starts_by = case when ${change.startsInMs ?? null}::double precision is null then starts_by
            else clock_timestamp() + make_interval(secs => ${(change.startsInMs ?? 0) / 1_000}) end,
          ended_at = case when ${change.endedAt === 'now'} then clock_timestamp() else ended_at end,
          version = version + 1
        where show_id = ${id} returning *`.execute(transaction);
      return privateOf(rows[0]!);
    },
    async listWatchWishes(limit) {
      const { rows } = await sql<PrivateRow>`
        select * from privates
        where state in ('starting', 'running') and watch_media_id is not null limit ${limit}`.execute(kysely);
      return all(rows);
    },
    async noteWatch(transaction, id, watchId) {
      await sql`update privates set watch_id = ${watchId}, watch_media_id = null where show_id = ${id}`.execute(
        transaction,
      );
    },
    begin: (id) =>
      one(sql<PrivateRow>`
        update privates set state = 'running', started_at = clock_timestamp(), silent_ms = 0, version = version + 1
        where show_id = ${id} and state = 'starting' returning *`),
    async listRequests(roomId) {
      const { rows } = await sql<PrivateRow>`
        select * from privates where room_id = ${roomId} and state = 'requested' order by asked_at`.execute(
        kysely,
      );
      return all(rows);
    },
    async expireOthers(transaction, roomId, except) {
      const { rows } = await sql<PrivateRow>`
        update privates set state = 'expired', reason = 'taken', ended_at = clock_timestamp(), version = version + 1
        where room_id = ${roomId} and state = 'requested' and show_id <> ${except} returning *`.execute(
        transaction,
      );
      return all(rows);
    },
    async listAllRequests(limit) {
      const { rows } = await sql<PrivateRow>`
        select * from privates where state = 'requested' order by expires_at limit ${limit}`.execute(kysely);
      return all(rows);
    },
    async hasRunningWith(accountId) {
      const { rows } = await sql`
        select 1 from privates where ${accountId} in (payer_id, room_id) and state in ('starting', 'running') limit 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    findOn: (roomId, transaction) =>
      one(
        sql<PrivateRow>`select * from privates where room_id = ${roomId} and state in ('starting', 'running', 'settling')`,
        transaction,
      ),
    async listOnIn(roomIds) {
      if (roomIds.length === 0) return [];
      const { rows } = await sql<PrivateRow>`
        select * from privates where room_id = any(${roomIds}) and state in ('starting', 'running', 'settling')`.execute(
        kysely,
      );
      return all(rows);
    },
    async listLive(ids) {
      const { rows } = await sql<{ show_id: Uuid }>`
        select show_id from privates
        where show_id = any(${ids}) and state in ('requested', 'starting', 'running', 'settling')`.execute(
        kysely,
      );
      return rows.map(({ show_id: id }) => id);
    },
    findLast: (payerId, roomId) =>
      one(sql<PrivateRow>`
        select * from privates where payer_id = ${payerId} and room_id = ${roomId} order by asked_at desc limit 1`),
    findLastEnded: (roomId) =>
      one(sql<PrivateRow>`
        select * from privates where room_id = ${roomId} and state in ('settling', 'ended')
        order by asked_at desc limit 1`),
    async historyOf(payerIds, roomId) {
      if (payerIds.length === 0) return new Map();
      const { rows } = await sql<{
        payer_id: AccountId;
        shows: number;
        tokens: number;
        last_at: Date | null;
      }>`
        select payer_id, count(*)::int shows, coalesce(sum(tokens_charged), 0)::int tokens, max(ended_at) last_at
        from privates where room_id = ${roomId} and payer_id = any(${payerIds}) and state = 'ended'
        group by payer_id`.execute(kysely);
      return new Map(
        rows.map((row) => [row.payer_id, { shows: row.shows, tokens: row.tokens, lastAt: row.last_at }]),
      );
    },
    ...makePrivateLeases(kysely),
    async listUnsettled() {
      const { rows } = await sql<PrivateRow>`
        select * from privates where state = 'settling' and ended_at < clock_timestamp() - interval '2 seconds'
        order by ended_at limit 100`.execute(kysely);
      return all(rows);
    },
    async prune() {
      await sql`
        update privates set message = null
        where message is not null and ended_at < now() - interval '90 days'`.execute(kysely);
      await sql`delete from privates where ended_at < now() - interval '13 months'`.execute(kysely);
      await sql`delete from show_meters where closed_at < now() - interval '13 months'`.execute(kysely);
      await sql`delete from spies where ended_at < now() - interval '13 months'`.execute(kysely);
      // After a minute somebody may be nudged again.
      await sql`delete from private_pings where at < now() - interval '1 day'`.execute(kysely);
    },
  };
}
