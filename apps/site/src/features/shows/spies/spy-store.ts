import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

export type SpyState = 'preview' | 'spying' | 'settling' | 'ended';
export type SpyEndReason =
  | 'private_ended'
  | 'user_ended'
  | 'out_of_tokens'
  | 'preview_over'
  | 'spy_disabled'
  | 'removed'
  | 'unpublish';

/** Somebody spying on a private (machine 4). Its meter has the same id; a preview has none. */
export interface Spy {
  readonly id: Uuid;
  readonly showId: Uuid;
  readonly roomId: AccountId;
  readonly accountId: AccountId;
  readonly state: SpyState;
  readonly isFree: boolean;
  readonly reason: SpyEndReason | null;
  readonly beganAt: number;
  /** Of a preview the end, of the others until when the first picture has to be there. */
  readonly endsBy: number | null;
  readonly durationSeconds: number | null;
  readonly tokensCharged: number | null;
}

export interface SpyStore {
  /** False where one with this id is there already. */
  begin(
    transaction: Transaction,
    spy: Pick<Spy, 'id' | 'showId' | 'roomId' | 'accountId' | 'state' | 'isFree'> & {
      readonly endsInMs: number;
    },
  ): Promise<boolean>;
  find(id: Uuid): Promise<Spy | undefined>;
  lock(transaction: Transaction, id: Uuid): Promise<Spy | undefined>;
  /** Current spies of these shows. */
  listOf(showIds: readonly Uuid[]): Promise<Spy[]>;
  lockAllOf(transaction: Transaction, showId: Uuid): Promise<Spy[]>;
  end(
    transaction: Transaction,
    id: Uuid,
    end: { readonly reason: SpyEndReason; readonly durationSeconds: number; readonly tokensCharged: number },
  ): Promise<void>;
  finish(id: Uuid, tokensCharged: number): Promise<void>;
  /** Which of these have not ended. */
  listLive(ids: readonly Uuid[]): Promise<Uuid[]>;
  /** Somebody's newest in a room. */
  findLast(accountId: AccountId, roomId: AccountId): Promise<Spy | undefined>;
  /** Ends that were not finished in time, and spies whose show is over (S406). */
  listUnsettled(): Promise<Spy[]>;
  /** Whether a first picture was paid to this performer in the last ten minutes (SHOWS-042). */
  hasPaidStartup(accountId: AccountId, roomId: AccountId): Promise<boolean>;
}

interface Row {
  readonly spy_id: Uuid;
  readonly show_id: Uuid;
  readonly room_id: AccountId;
  readonly account_id: AccountId;
  readonly state: SpyState;
  readonly is_free: boolean;
  readonly reason: SpyEndReason | null;
  readonly began_at: Date;
  readonly ends_by: Date | null;
  readonly duration_seconds: number | null;
  readonly tokens_charged: number | null;
}

const rowOf = (row: Row): Spy => ({
  id: row.spy_id,
  showId: row.show_id,
  roomId: row.room_id,
  accountId: row.account_id,
  state: row.state,
  isFree: row.is_free,
  reason: row.reason,
  beganAt: row.began_at.getTime(),
  endsBy: row.ends_by?.getTime() ?? null,
  durationSeconds: row.duration_seconds,
  tokensCharged: row.tokens_charged,
});

export function makeSpyStore({ kysely }: Pick<Database, 'kysely'>): SpyStore {
  return {
    async begin(transaction, spy) {
      const { rows } = await sql`
        insert into spies (spy_id, show_id, room_id, account_id, state, is_free, ends_by)
        values (${spy.id}, ${spy.showId}, ${spy.roomId}, ${spy.accountId}, ${spy.state}, ${spy.isFree},
          clock_timestamp() + make_interval(secs => ${spy.endsInMs / 1_000}))
        on conflict (spy_id) do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async find(id) {
      const { rows } = await sql<Row>`select * from spies where spy_id = ${id}`.execute(kysely);
      return rows[0] && rowOf(rows[0]);
    },
    async lock(transaction, id) {
      const { rows } = await sql<Row>`select * from spies where spy_id = ${id} for update`.execute(
        transaction,
      );
      return rows[0] && rowOf(rows[0]);
    },
    async listOf(showIds) {
      const { rows } = await sql<Row>`
        select * from spies where show_id = any(${showIds}) and state in ('preview', 'spying')`.execute(
        kysely,
      );
      return rows.map(rowOf);
    },
    async lockAllOf(transaction, showId) {
      const { rows } = await sql<Row>`
        select * from spies where show_id = ${showId} and state in ('preview', 'spying')
        order by spy_id for update`.execute(transaction);
      return rows.map(rowOf);
    },
    async end(transaction, id, { reason, durationSeconds, tokensCharged }) {
      await sql`
        update spies set state = 'settling', reason = ${reason}, ended_at = clock_timestamp(),
          duration_seconds = ${durationSeconds}, tokens_charged = ${tokensCharged}, version = version + 1
        where spy_id = ${id}`.execute(transaction);
    },
    async finish(id, tokensCharged) {
      await sql`
        update spies set state = 'ended', tokens_charged = ${tokensCharged}, version = version + 1
        where spy_id = ${id} and state = 'settling'`.execute(kysely);
    },
    async listLive(ids) {
      const { rows } = await sql<{ spy_id: Uuid }>`
        select spy_id from spies where spy_id = any(${ids}) and state <> 'ended'`.execute(kysely);
      return rows.map(({ spy_id: id }) => id);
    },
    async findLast(accountId, roomId) {
      const { rows } = await sql<Row>`
        select * from spies where account_id = ${accountId} and room_id = ${roomId}
        order by began_at desc limit 1`.execute(kysely);
      return rows[0] && rowOf(rows[0]);
    },
    async listUnsettled() {
      const { rows } = await sql<Row>`
        select s.* from spies s
        where (s.state = 'settling' and s.ended_at < clock_timestamp() - interval '2 seconds')
          or (s.state in ('preview', 'spying') and not exists
            (select from privates p where p.show_id = s.show_id and p.state = 'running'))
        limit 100`.execute(kysely);
      return rows.map(rowOf);
    },
    async hasPaidStartup(accountId, roomId) {
      const { rows } = await sql`
        select 1 from spies s join show_meters m on m.meter_id = s.spy_id
        where s.account_id = ${accountId} and s.room_id = ${roomId} and m.startup_tokens > 0
          -- What is due is paid in a moment; what has ended says whether it was.
          and case when m.closed_at is null then m.due_steps >= 0 or m.final_tokens > 0 else m.final_tokens > 0 end
          and s.began_at > clock_timestamp() - interval '10 minutes' limit 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
