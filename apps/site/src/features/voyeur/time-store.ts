import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { TimeEnd } from './voyeur-rules.ts';

/** Time that somebody has bought in a house. */
export interface BoughtTime {
  /** Of its meter too. */
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly viewerId: AccountId;
  readonly state: 'running' | 'settling' | 'ended';
  /** All that was bought. */
  readonly seconds: number;
  readonly sessions: readonly string[];
  /** Unix milliseconds. */
  readonly beganAt: number;
  readonly tokensCharged: number | null;
}

export interface TimeStore {
  findRunning(roomId: AccountId, viewerId: AccountId): Promise<BoughtTime | undefined>;
  findLast(roomId: AccountId, viewerId: AccountId): Promise<BoughtTime | undefined>;
  /** The time that a purchase was for. */
  findByPurchase(purchaseId: Uuid): Promise<BoughtTime | undefined>;
  /** False: this viewer has time there already. */
  begin(
    transaction: Transaction,
    time: Pick<BoughtTime, 'id' | 'roomId' | 'viewerId' | 'seconds'>,
  ): Promise<boolean>;
  /** Adds what was bought, if nobody else did meanwhile. */
  add(
    transaction: Transaction,
    time: Pick<BoughtTime, 'id' | 'seconds'>,
    purchaseId: Uuid,
    seconds: number,
  ): Promise<boolean>;
  /** This login session was given a token. */
  noteSession(id: Uuid, sessionId: string): Promise<void>;
  listRunning(): Promise<readonly BoughtTime[]>;
  lock(transaction: Transaction, id: Uuid): Promise<BoughtTime | undefined>;
  end(transaction: Transaction, id: Uuid, reason: TimeEnd, tokensCharged: number): Promise<void>;
  finish(id: Uuid, tokensCharged: number): Promise<void>;
  /** Ended, and not settled for two seconds. */
  listUnsettled(): Promise<readonly BoughtTime[]>;
  /** Which of these answer for their holds. */
  listLive(ids: readonly Uuid[]): Promise<Uuid[]>;
  prune(): Promise<void>;
}

interface Row {
  readonly time_id: Uuid;
  readonly room_id: AccountId;
  readonly viewer_id: AccountId;
  readonly state: BoughtTime['state'];
  readonly seconds: number;
  readonly sessions: string[];
  readonly began_at: Date;
  readonly tokens_charged: number | null;
}

const timeOf = (row: Row): BoughtTime => ({
  id: row.time_id,
  roomId: row.room_id,
  viewerId: row.viewer_id,
  state: row.state,
  seconds: row.seconds,
  sessions: row.sessions,
  beganAt: row.began_at.getTime(),
  tokensCharged: row.tokens_charged,
});

export function makeTimeStore({ kysely }: Pick<Database, 'kysely'>): TimeStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: Row[] }> };
  const all = async (query: Query, on: Database['kysely'] | Transaction = kysely) =>
    (await query.execute(on)).rows.map(timeOf);
  return {
    findRunning: async (roomId, viewerId) =>
      (
        await all(sql<Row>`
          select * from voyeur_times
          where room_id = ${roomId} and viewer_id = ${viewerId} and state = 'running'`)
      )[0],
    findLast: async (roomId, viewerId) =>
      (
        await all(sql<Row>`
          select * from voyeur_times where room_id = ${roomId} and viewer_id = ${viewerId}
          order by began_at desc limit 1`)
      )[0],
    findByPurchase: async (purchaseId) =>
      (
        await all(sql<Row>`
          select t.* from voyeur_purchases p join voyeur_times t using (time_id)
          where p.purchase_id = ${purchaseId}`)
      )[0],
    async begin(transaction, { id, roomId, viewerId, seconds }) {
      const { rows } = await sql`
        insert into voyeur_times (time_id, room_id, viewer_id, seconds)
        values (${id}, ${roomId}, ${viewerId}, ${seconds}) on conflict do nothing returning 1`.execute(
        transaction,
      );
      if (rows.length > 0)
        await sql`insert into voyeur_purchases (purchase_id, time_id) values (${id}, ${id})`.execute(
          transaction,
        );
      return rows.length > 0;
    },
    async add(transaction, { id, seconds: before }, purchaseId, seconds) {
      const { rows } = await sql`
        update voyeur_times set seconds = ${before + seconds}
        where time_id = ${id} and state = 'running' and seconds = ${before} returning 1`.execute(transaction);
      if (rows.length > 0)
        await sql`
          insert into voyeur_purchases (purchase_id, time_id) values (${purchaseId}, ${id})`.execute(
          transaction,
        );
      return rows.length > 0;
    },
    async noteSession(id, sessionId) {
      await sql`
        update voyeur_times set sessions = array_append(sessions, ${sessionId})
        where time_id = ${id} and not (${sessionId} = any(sessions))`.execute(kysely);
    },
    listRunning: () => all(sql<Row>`select * from voyeur_times where state = 'running' order by time_id`),
    lock: async (transaction, id) =>
      (await all(sql<Row>`select * from voyeur_times where time_id = ${id} for update`, transaction))[0],
    async end(transaction, id, reason, tokensCharged) {
      await sql`
        update voyeur_times set state = 'settling', reason = ${reason}, ended_at = clock_timestamp(),
          tokens_charged = ${tokensCharged}
        where time_id = ${id}`.execute(transaction);
    },
    async finish(id, tokensCharged) {
      await sql`
        update voyeur_times set state = 'ended', tokens_charged = ${tokensCharged}
        where time_id = ${id} and state = 'settling'`.execute(kysely);
    },
    listUnsettled: () =>
      all(sql<Row>`
        select * from voyeur_times
        where state = 'settling' and ended_at < clock_timestamp() - interval '2 seconds' limit 100`),
    async listLive(ids) {
      const { rows } = await sql<{ time_id: Uuid }>`
        select time_id from voyeur_times where time_id = any(${[...ids]}::uuid[]) and state <> 'ended'`.execute(
        kysely,
      );
      return rows.map(({ time_id: id }) => id);
    },
    async prune() {
      await sql`
        delete from voyeur_times
        where state = 'ended' and ended_at < clock_timestamp() - interval '13 months'`.execute(kysely);
    },
  };
}
