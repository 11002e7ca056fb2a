import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A consent that was given with an order and waits for it. */
export interface ReUpPromise {
  readonly orderId: Uuid;
  readonly accountId: AccountId;
  readonly terms: string;
  readonly agreedAt: Date;
}

/** One whose order is decided, with the card that it has left. */
export interface DecidedPromise extends ReUpPromise {
  readonly cardId: Uuid | null;
}

export interface PromiseStore {
  /** The newest words for an order count. */
  keep(promise: ReUpPromise): Promise<void>;
  /** An order has left a card. */
  noteCard(orderId: Uuid, cardId: Uuid): Promise<void>;
  drop(orderId: Uuid): Promise<void>;
  /** Takes one away to let it count. @returns false: it was taken or given up meanwhile */
  take(orderId: Uuid, within: Transaction): Promise<boolean>;
  /** Everything that somebody has promised: they have chosen otherwise since. */
  dropAll(account: AccountId, within: Transaction): Promise<void>;
  /** Those whose order is decided, the oldest first; a declined one may still be paid on the biller's page for a day. */
  listDecided(limit: number): Promise<DecidedPromise[]>;
}

interface Row {
  readonly order_id: Uuid;
  readonly account_id: AccountId;
  readonly terms: string;
  readonly agreed_at: Date;
  readonly card_id: Uuid | null;
}

export function makePromiseStore({ kysely }: Pick<Database, 'kysely'>): PromiseStore {
  return {
    async keep({ orderId, accountId, terms, agreedAt }) {
      await sql`
        insert into re_up_promises (order_id, account_id, terms, agreed_at)
        values (${orderId}, ${accountId}, ${terms}, ${agreedAt})
        on conflict (order_id) do update set terms = excluded.terms, agreed_at = excluded.agreed_at`.execute(
        kysely,
      );
    },
    async noteCard(orderId, cardId) {
      await sql`update re_up_promises set card_id = ${cardId} where order_id = ${orderId}`.execute(kysely);
    },
    async drop(orderId) {
      await sql`delete from re_up_promises where order_id = ${orderId}`.execute(kysely);
    },
    async take(orderId, within) {
      const { numAffectedRows } = await sql`
        delete from re_up_promises where order_id = ${orderId}`.execute(within);
      return numAffectedRows === 1n;
    },
    async dropAll(account, within) {
      await sql`delete from re_up_promises where account_id = ${account}`.execute(within);
    },
    async listDecided(limit) {
      const { rows } = await sql<Row>`
        select p.* from re_up_promises p join orders o on o.id = p.order_id
        where o.state not in ('created', 'sent', 'pending')
          and (o.state <> 'declined' or o.created_at < now() - interval '1 day')
        order by o.id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        orderId: row.order_id,
        accountId: row.account_id,
        terms: row.terms,
        agreedAt: row.agreed_at,
        cardId: row.card_id,
      }));
    },
  };
}
