import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** Tokens that somebody was given; the id is that of their transfer. */
export interface PromoCredit {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly tokens: number;
  readonly source: 'code' | 'promo' | 'vault';
  /** The code, or the instance of the draw. */
  readonly ref: string;
  readonly state: 'held' | 'due' | 'credited' | 'void';
}

export interface CreditStore {
  /**
   * Stores a gift: due at once if the address is confirmed, else held until it is. A simultaneous confirmation waits
   * for this transaction, or is seen by it.
   */
  add(
    transaction: Transaction,
    credit: Omit<PromoCredit, 'state'>,
    times: { readonly now: number; readonly heldUntil: number },
  ): Promise<PromoCredit>;
  find(id: Uuid): Promise<PromoCredit | undefined>;
  /** Due payouts, oldest first. */
  listDue(limit: number): Promise<PromoCredit[]>;
  markCredited(id: Uuid): Promise<void>;
  /** An address was confirmed: its held gifts are due. */
  release(transaction: Transaction, accountId: AccountId, now: number): Promise<void>;
  /** What waited too long for a confirmed address is gone. */
  voidEnded(now: number): Promise<void>;
  heldOf(accountIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, number>>;
}

interface Row {
  readonly id: Uuid;
  readonly account_id: AccountId;
  readonly tokens: number;
  readonly source: PromoCredit['source'];
  readonly ref: string;
  readonly state: PromoCredit['state'];
}

const creditOf = ({ account_id: accountId, ...row }: Row): PromoCredit => ({
  id: row.id,
  accountId,
  tokens: row.tokens,
  source: row.source,
  ref: row.ref,
  state: row.state,
});

export function makeCreditStore({ kysely }: Pick<Database, 'kysely'>): CreditStore {
  return {
    async add(transaction, { id, accountId, tokens, source, ref }, { now, heldUntil }) {
      const found = await sql<{ email_confirmed: boolean }>`
        select email_confirmed from accounts where id = ${accountId} for share`.execute(transaction);
      const state = found.rows[0]?.email_confirmed ? 'due' : 'held';
      const { rows } = await sql<Row>`
        insert into promo_credits (id, account_id, tokens, source, ref, state, created_at, held_until)
        values (${id}, ${accountId}, ${tokens}, ${source}, ${ref}, ${state}, ${new Date(now)}, ${new Date(heldUntil)})
        returning *`.execute(transaction);
      return creditOf(rows[0]!);
    },
    async find(id) {
      const { rows } = await sql<Row>`select * from promo_credits where id = ${id}`.execute(kysely);
      return rows[0] && creditOf(rows[0]);
    },
    async listDue(limit) {
      const { rows } = await sql<Row>`
        select * from promo_credits where state = 'due' order by created_at limit ${limit}`.execute(kysely);
      return rows.map(creditOf);
    },
    async markCredited(id) {
      await sql`update promo_credits set state = 'credited' where id = ${id} and state = 'due'`.execute(
        kysely,
      );
    },
    async release(transaction, accountId, now) {
      await sql`
        update promo_credits set state = 'due'
        where account_id = ${accountId} and state = 'held' and held_until > ${new Date(now)}`.execute(
        transaction,
      );
    },
    async voidEnded(now) {
      await sql`update promo_credits set state = 'void' where state = 'held' and held_until <= ${new Date(now)}`.execute(
        kysely,
      );
    },
    async heldOf(accountIds) {
      const { rows } = await sql<{ account_id: AccountId; tokens: number }>`
        select account_id, sum(tokens)::int as tokens from promo_credits
        where account_id = any(${accountIds}) and state = 'held' group by account_id`.execute(kysely);
      return new Map(rows.map(({ account_id: id, tokens }) => [id, tokens]));
    },
  };
}
