import type { Api, InputOf } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

type ThreadForm = InputOf<Api['openSupportThread']>['body'];
type ComplaintForm = InputOf<Api['fileComplaint']>['body'];

export interface NewThread {
  readonly topic: ThreadForm['topic'];
  readonly text: string;
  /** Null for a guest. */
  readonly accountId: AccountId | null;
  readonly guestKey: string | null;
  readonly email: string | null;
  readonly orderId: string | null;
}

export interface NewComplaint {
  readonly form: ComplaintForm;
  readonly receiptDigest: Buffer;
  /** Its clock begins then. */
  readonly at: Date;
  readonly dueAt: Date;
}

/** A request for help as it was kept. */
export interface KeptThread {
  readonly number: number;
  readonly topic: ThreadForm['topic'];
  readonly text: string;
  readonly email: string | null;
  readonly order_id: string | null;
}

/** A complaint as it was kept. */
export interface KeptComplaint {
  readonly id: Uuid;
  readonly number: number;
  readonly kind: ComplaintForm['kind'];
  readonly urls: readonly string[];
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly relation: ComplaintForm['relation'];
  readonly statement: string;
  readonly signature: string;
  readonly due_at: Date;
}

/** Done in the transaction that keeps a case: the case and what follows are there together or not at all. */
export type Following<T> = (kept: T, within: Transaction) => Promise<void>;

/** Requests for help and complaints. */
export interface CaseStore {
  addThread(
    thread: NewThread,
    follow: Following<KeptThread & { readonly id: Uuid }>,
  ): Promise<{ id: Uuid; number: number }>;
  addComplaint(complaint: NewComplaint, follow: Following<KeptComplaint>): Promise<{ number: number }>;
  /** Counts one confirmation to an address; false when it has had its share of a day. */
  claimConfirmation(email: string, within: Transaction): Promise<boolean>;
  /** Drops counts of earlier days. */
  pruneConfirmations(): Promise<void>;
}

/** Confirmations to one address within a day. */
export const CONFIRMATIONS_A_DAY = 5;

export function makeCaseStore({ kysely }: Database): CaseStore {
  return {
    addThread: (thread, follow) =>
      kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql<KeptThread & { id: Uuid }>`
          insert into support_threads (id, topic, account_id, guest_key, email, order_id, text)
          values (${uuidv7()}, ${thread.topic}, ${thread.accountId}, ${thread.guestKey}, ${thread.email}, ${thread.orderId}, ${thread.text})
          returning id, number, topic, text, email, order_id`.execute(transaction);
        const kept = rows[0]!;
        await follow(kept, transaction);
        return { id: kept.id, number: kept.number };
      }),
    addComplaint: ({ form, receiptDigest, at, dueAt }, follow) =>
      kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql<KeptComplaint>`
          insert into complaints (id, receipt_digest, kind, urls, name, email, phone, relation, statement, signature,
            created_at, due_at)
          values (${uuidv7()}, ${receiptDigest}, ${form.kind}, ${form.urls}, ${form.name}, ${form.email},
            ${form.phone || null}, ${form.relation}, ${form.statement}, ${form.signature}, ${at}, ${dueAt})
          returning id, number, kind, urls, name, email, phone, relation, statement, signature, due_at`.execute(
          transaction,
        );
        const kept = rows[0]!;
        await follow(kept, transaction);
        return { number: kept.number };
      }),
    async claimConfirmation(email, within) {
      const address = email.toLowerCase();
      const { rows } = await sql`
        insert into case_confirmations (email)
        select ${address} where (select count(*) from case_confirmations
          where email = ${address} and at > now() - interval '1 day') < ${CONFIRMATIONS_A_DAY}
        returning 1`.execute(within);
      return rows.length > 0;
    },
    async pruneConfirmations() {
      await sql`delete from case_confirmations where at < now() - interval '1 day'`.execute(kysely);
    },
  };
}
