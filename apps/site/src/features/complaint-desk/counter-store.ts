import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { CounterState } from './complaint-rules.ts';

/** A counter-notice to a copyright complaint. */
export interface KeptCounter {
  readonly complaintId: Uuid;
  readonly accountId: AccountId;
  readonly by: string;
  readonly statement: string;
  readonly signature: string;
  readonly address: string;
  readonly state: CounterState;
  readonly createdAt: Date;
  readonly restoreAt: Date | null;
}

export interface CounterStore {
  /** False: there is one already. */
  add(
    within: Transaction,
    counter: Pick<
      KeptCounter,
      'complaintId' | 'accountId' | 'statement' | 'signature' | 'address' | 'createdAt'
    >,
  ): Promise<boolean>;
  find(complaintId: Uuid): Promise<KeptCounter | undefined>;
  decide(
    within: Transaction,
    complaintId: Uuid,
    decision: { readonly state: CounterState; readonly restoreAt: Date | null },
  ): Promise<{ readonly accountId: AccountId }>;
  /** Complaints whose waiting time is over. */
  listDue(now: Date, limit: number): Promise<Uuid[]>;
}

export function makeCounterStore({ kysely }: Pick<Database, 'kysely'>): CounterStore {
  return {
    async add(within, { complaintId, accountId, statement, signature, address, createdAt }) {
      const { rows } = await sql`
        insert into complaint_counters (complaint_id, account_id, statement, signature, address, created_at)
        values (${complaintId}, ${accountId}, ${statement}, ${signature}, ${address}, ${createdAt})
        on conflict (complaint_id) do nothing returning 1`.execute(within);
      return rows.length > 0;
    },
    async find(complaintId) {
      const { rows } = await sql<KeptCounter>`
        select n.complaint_id as "complaintId", n.account_id as "accountId", a.username as by, n.statement, n.signature,
          n.address, n.state, n.created_at as "createdAt", n.restore_at as "restoreAt"
        from complaint_counters n join accounts a on a.id = n.account_id
        where n.complaint_id = ${complaintId}`.execute(kysely);
      return rows[0];
    },
    async decide(within, complaintId, { state, restoreAt }) {
      const { rows } = await sql<{ accountId: AccountId }>`
        update complaint_counters set state = ${state}, restore_at = ${restoreAt}
        where complaint_id = ${complaintId} returning account_id as "accountId"`.execute(within);
      return rows[0]!;
    },
    async listDue(now, limit) {
      const { rows } = await sql<{ id: Uuid }>`
        select complaint_id as id from complaint_counters
        where state = 'accepted' and restore_at <= ${now} order by restore_at limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
  };
}
