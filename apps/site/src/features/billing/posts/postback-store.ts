import type { Biller } from '@klieg/contract';
import { isUuidV7, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';
import type { RawPost } from '../billers/port/biller-port.ts';
import { maskPost } from './mask-post.ts';

export interface StoredPostback {
  readonly id: Uuid;
  readonly biller: Biller;
  /** The event as it was read, JSON. */
  readonly body: string;
}

export interface PostbackStore {
  /** Stores a post, without card numbers, with what was read of it; a repeat stores nothing and answers undefined. */
  keep(
    biller: Biller,
    event: { readonly eventId: string; readonly orderId: string; readonly transactionId?: string },
    raw: RawPost,
  ): Promise<StoredPostback | undefined>;
  finish(id: Uuid, outcome: string): Promise<void>;
  /** Stored posts that were not processed, as after a crash, and are due for another try. */
  listOpen(): Promise<StoredPostback[]>;
  /**
   * Keeps why a post could not be worked off. It is tried again later and later, and put aside after the last try.
   * @returns whether it was put aside now
   */
  noteFailure(id: Uuid, failure: string): Promise<boolean>;
  /** Has a post tried again a while later; for failures that are not its own. */
  postpone(id: Uuid): Promise<void>;
  /** Lets posts put aside a day ago be tried again: a newer version may know what to do. @returns how many */
  wakeAside(): Promise<number>;
  countOpen(): Promise<{ readonly open: number; readonly quarantined: number }>;
  /** Deletes bytes and headers of older posts; what they said stays. @returns how many */
  pruneRaw(olderThanDays: number): Promise<number>;
}

/** Tries before a post is put aside, which take a quarter of an hour: a faulty version is mended by then. */
const TRIES_MAX = 5;
/** Posts processed together. */
const BATCH = 100;

export function makePostbackStore({ kysely }: Pick<Database, 'kysely'>): PostbackStore {
  return {
    async keep(biller, event, raw) {
      const id = uuidv7();
      const body = JSON.stringify(event);
      const orderId = isUuidV7(event.orderId) ? event.orderId : null;
      const transactionId = event.orderId === '' ? (event.transactionId ?? null) : null;
      const { bytes, headers, query, address } = maskPost(raw);
      const { rows } = await sql`
        insert into postbacks (id, biller, event_id, body, order_id, transaction_id, raw, headers, query, address)
        values (${id}, ${biller}, ${event.eventId}, ${body}, ${orderId}, ${transactionId}, ${bytes},
          ${JSON.stringify(headers)}, ${query}, ${address})
        on conflict (biller, event_id) do nothing returning 1`.execute(kysely);
      return rows.length > 0 ? { id, biller, body } : undefined;
    },
    async finish(id, outcome) {
      await sql`update postbacks set done_at = now(), outcome = ${outcome} where id = ${id}`.execute(kysely);
    },
    async listOpen() {
      const { rows } = await sql<StoredPostback>`
        select id, biller, body from postbacks
        where done_at is null and quarantined_at is null and again_at <= now()
        order by again_at limit ${BATCH}`.execute(kysely);
      return rows;
    },
    async noteFailure(id, failure) {
      const text = failure.replaceAll('\u0000', '').slice(0, 500);
      const { rows } = await sql<{ is_quarantined: boolean }>`
        update postbacks set tries = tries + 1, failure = ${text},
          again_at = now() + interval '10 seconds' * 4 ^ tries,
          quarantined_at = case when tries + 1 >= ${TRIES_MAX} then now() end
        where id = ${id} and done_at is null
        returning quarantined_at is not null as is_quarantined`.execute(kysely);
      return rows[0]?.is_quarantined ?? false;
    },
    async postpone(id) {
      await sql`update postbacks set again_at = now() + interval '10 seconds'
        where id = ${id} and done_at is null`.execute(kysely);
    },
    async wakeAside() {
      const { numAffectedRows } = await sql`
        update postbacks set quarantined_at = null, tries = 0, again_at = now()
        where done_at is null and quarantined_at < now() - interval '1 day'`.execute(kysely);
      return Number(numAffectedRows ?? 0);
    },
    async countOpen() {
      const { rows } = await sql<{ open: number; quarantined: number }>`
        select count(*) filter (where quarantined_at is null) as open,
          count(*) filter (where quarantined_at is not null) as quarantined
        from postbacks where done_at is null`.execute(kysely);
      return rows[0]!;
    },
    async pruneRaw(olderThanDays) {
      const { numAffectedRows } = await sql`
        update postbacks set raw = null, headers = null, query = null, address = null
        where raw is not null and received_at < now() - make_interval(days => ${olderThanDays})`.execute(
        kysely,
      );
      return Number(numAffectedRows ?? 0);
    },
  };
}
