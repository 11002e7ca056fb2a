import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ComplaintKind } from './complaint-rules.ts';

export interface AlarmedComplaint {
  readonly id: Uuid;
  readonly number: number;
  readonly kind: ComplaintKind;
}

/** Complaints by their deadlines. The process that takes one reports it; nobody else gets it again. */
export interface ClockStore {
  /** Those whose time is over. */
  takeOverdue(within: Transaction, now: Date, limit: number): Promise<AlarmedComplaint[]>;
  /** Those past three quarters of their time that were not yet reported as overdue. */
  takeNear(within: Transaction, now: Date, limit: number): Promise<AlarmedComplaint[]>;
  /** Those whose complainant was asked before then and has not answered. */
  listUnanswered(askedBefore: Date, limit: number): Promise<Uuid[]>;
}

const RUNS = sql`state in ('open', 'in_review', 'appealed') and asked_at is null and alarmed_at is null`;

export function makeClockStore({ kysely }: Pick<Database, 'kysely'>): ClockStore {
  return {
    async takeOverdue(within, now, limit) {
      const { rows } = await sql<AlarmedComplaint>`
        update complaints set alarmed_at = ${now} where id in (
          select id from complaints where ${RUNS} and due_at < ${now}
          order by due_at limit ${limit} for update skip locked)
        returning id, number::int as number, kind`.execute(within);
      return rows;
    },
    async takeNear(within, now, limit) {
      const { rows } = await sql<AlarmedComplaint>`
        update complaints set warned_at = ${now} where id in (
          select id from complaints where ${RUNS} and warned_at is null
            and created_at + (due_at - created_at) * 0.75 < ${now}
          order by due_at limit ${limit} for update skip locked)
        returning id, number::int as number, kind`.execute(within);
      return rows;
    },
    async listUnanswered(askedBefore, limit) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from complaints where asked_at < ${askedBefore} and state in ('open', 'in_review')
        order by asked_at limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
  };
}
