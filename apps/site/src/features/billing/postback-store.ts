import type { Biller } from '@klieg/contract';
import { type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface StoredPostback {
  readonly id: Uuid;
  readonly biller: Biller;
  readonly body: string;
}

export interface PostbackStore {
  /** Keeps a post as it came; a repeat keeps nothing and answers undefined. */
  keep(biller: Biller, eventId: string, body: string): Promise<StoredPostback | undefined>;
  finish(id: Uuid, outcome: string): Promise<void>;
  /** Posts that were kept but not worked off, as after a crash. */
  listOpen(): Promise<StoredPostback[]>;
  /** Takes a biller's transaction for one kind of effect; false when it had its effect already. */
  claimTransaction(biller: Biller, transactionId: string, kind: string, orderId: Uuid): Promise<boolean>;
}

export function makePostbackStore({ kysely }: Database): PostbackStore {
  return {
    async keep(biller, eventId, body) {
      const id = uuidv7();
      const { rows } = await sql`
        insert into postbacks (id, biller, event_id, body) values (${id}, ${biller}, ${eventId}, ${body})
        on conflict (biller, event_id) do nothing returning 1`.execute(kysely);
      return rows.length > 0 ? { id, biller, body } : undefined;
    },
    async finish(id, outcome) {
      await sql`update postbacks set done_at = now(), outcome = ${outcome} where id = ${id}`.execute(kysely);
    },
    async listOpen() {
      const { rows } = await sql<StoredPostback>`
        select id, biller, body from postbacks where done_at is null and received_at < now() - interval '10 seconds'
        order by received_at limit 100`.execute(kysely);
      return rows;
    },
    async claimTransaction(biller, transactionId, kind, orderId) {
      const { rows } = await sql`
        insert into biller_transactions (biller, transaction_id, kind, order_id)
        values (${biller}, ${transactionId}, ${kind}, ${orderId})
        on conflict (biller, transaction_id, kind) do update set kind = excluded.kind
          where biller_transactions.order_id = excluded.order_id
        returning 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
