import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/postgres/index.ts';

/** An appeal of the decision of a complaint. */
export interface KeptComplaintAppeal {
  readonly id: Uuid;
  readonly complaintId: Uuid;
  /** Null: of the complainant. */
  readonly accountId: AccountId | null;
  readonly state: 'open' | 'closed';
}

export interface ComplaintAppealStore {
  add(
    within: Transaction,
    appeal: {
      readonly complaintId: Uuid;
      readonly accountId: AccountId | null;
      readonly text: string;
      readonly at: Date;
      readonly dueAt: Date;
    },
  ): Promise<Uuid>;
  find(within: Transaction, id: Uuid): Promise<KeptComplaintAppeal | undefined>;
  decide(
    within: Transaction,
    id: Uuid,
    decision: {
      readonly decision: 'uphold' | 'overturn';
      readonly statement: string;
      readonly byId: AccountId;
      readonly at: Date;
    },
  ): Promise<void>;
}

export const complaintAppealStore: ComplaintAppealStore = {
  async add(within, { complaintId, accountId, text, at, dueAt }) {
    const id = uuidv7(at.getTime());
    await sql`insert into complaint_appeals (id, complaint_id, account_id, text, created_at, due_at)
      values (${id}, ${complaintId}, ${accountId}, ${text}, ${at}, ${dueAt})`.execute(within);
    return id;
  },
  async find(within, id) {
    const { rows } = await sql<KeptComplaintAppeal>`
      select id, complaint_id as "complaintId", account_id as "accountId", state
      from complaint_appeals where id = ${id}`.execute(within);
    return rows[0];
  },
  async decide(within, id, { decision, statement, byId, at }) {
    await sql`update complaint_appeals set state = 'closed', decision = ${decision}, statement = ${statement},
      decided_by = ${byId}, decided_at = ${at} where id = ${id}`.execute(within);
  },
};
