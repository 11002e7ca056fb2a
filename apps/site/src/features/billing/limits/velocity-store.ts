import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';
import type { VelocityFound, VelocityReason } from './velocity-rules.ts';

/** A purchase that was refused, as staff sees it. */
export interface PurchaseBlock extends VelocityFound {
  readonly accountId: AccountId;
  readonly tries: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface VelocityStore {
  /** @param network null: it is not counted */
  read(account: AccountId, network: string | null): Promise<Readonly<Record<VelocityReason, number>>>;
  /** Keeps that somebody was refused; a repeat counts. */
  note(account: AccountId, found: VelocityFound): Promise<void>;
  /** The newest first. */
  listBlocks(before: Date | undefined, limit: number): Promise<PurchaseBlock[]>;
}

export function makeVelocityStore({ kysely }: Pick<Database, 'kysely'>): VelocityStore {
  return {
    async read(account, network) {
      // Test cards of the sandbox are everybody's. Networks are those of log-ins that are still kept.
      const { rows } = await sql<Record<VelocityReason, number>>`
        select
          (select count(*)::int from orders where account_id = ${account} and created_at > now() - interval '1 hour') as orders,
          (select count(*)::int from orders where account_id = ${account} and state = 'declined'
            and settled_at > now() - interval '1 hour') as declines,
          (select count(distinct other.account_id)::int from cards own
            join cards other on other.biller = own.biller and other.card_token = own.card_token
            where own.account_id = ${account} and other.account_id <> ${account} and own.biller <> 'sandbox') as cards,
          (select count(distinct o.account_id)::int from orders o join sessions s on s.account_id = o.account_id
            where ${network}::text is not null and o.account_id <> ${account}
              and o.id >= ledger.uuid_floor(now() - interval '1 day')
              and case when s.address ~ '^[0-9a-fA-F.:]+$'
                then s.address::inet <<= network(${network}::inet) else false end) as network`.execute(
        kysely,
      );
      return rows[0]!;
    },
    async note(account, { reason, count, stopsAt }) {
      await sql`
        insert into purchase_blocks (account_id, reason, count, stops_at)
        values (${account}, ${reason}, ${count}, ${stopsAt})
        on conflict (account_id, reason) do update set count = excluded.count, stops_at = excluded.stops_at,
          tries = purchase_blocks.tries + 1, last_at = now()`.execute(kysely);
    },
    async listBlocks(before, limit) {
      const { rows } = await sql<PurchaseBlock>`
        select account_id as "accountId", reason, count, stops_at as "stopsAt", tries, first_at as "firstAt",
          last_at as "lastAt"
        from purchase_blocks where ${before ?? null}::timestamptz is null or last_at < ${before ?? null}::timestamptz
        order by last_at desc limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}
