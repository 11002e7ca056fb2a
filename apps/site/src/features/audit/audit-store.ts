import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type AuditEntry, CHAIN_START, type ChainPlace, hashEntry } from './audit-chain.ts';

export type KeptEntry = AuditEntry & { readonly hash: Buffer };

export interface AuditStore {
  /** Adds an entry to the end of the chain, in the transaction of what it records; others wait until that ends. */
  add(transaction: Transaction, entry: Omit<AuditEntry, 'number'>): Promise<ChainPlace>;
  /** Newest first, before a number. */
  list(query: {
    readonly before: number | undefined;
    readonly limit: number;
    readonly actor: string | undefined;
    readonly target: string | undefined;
  }): Promise<KeptEntry[]>;
  /** When something was last done to a target. */
  lastAt(action: string, target: string): Promise<Date | undefined>;
  /** In order, after a number. */
  listAfter(number: number, limit: number): Promise<KeptEntry[]>;
}

interface Row {
  readonly number: number;
  readonly at: Date;
  readonly actor_id: number | null;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly ip: string;
  readonly detail: string;
  readonly hash: Buffer;
}

const entryOf = ({ actor_id: actorId, ...row }: Row): KeptEntry => ({ ...row, actorId });

/** Everybody who adds an entry waits for this lock, so that the chain has no forks. */
const CHAIN_LOCK = 290_001;

export function makeAuditStore({ kysely }: Pick<Database, 'kysely'>): AuditStore {
  return {
    async add(transaction, given) {
      await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}::bigint)`.execute(transaction);
      const { rows } = await sql<{ number: number; hash: Buffer }>`
        select number, hash from audit_entries order by number desc limit 1`.execute(transaction);
      const entry = { ...given, number: (rows[0]?.number ?? 0) + 1 };
      const hash = hashEntry(rows[0]?.hash ?? CHAIN_START, entry);
      await sql`
        insert into audit_entries (number, at, actor_id, actor, action, target, ip, detail, hash)
        values (${entry.number}, ${entry.at}, ${entry.actorId}, ${entry.actor}, ${entry.action}, ${entry.target},
          ${entry.ip}, ${entry.detail}, ${hash})`.execute(transaction);
      return { number: entry.number, hash };
    },
    async list({ before, limit, actor, target }) {
      const { rows } = await sql<Row>`
        select * from audit_entries
        where (${before ?? null}::bigint is null or number < ${before ?? null}::bigint)
          and (${actor ?? null}::text is null or actor = ${actor ?? null}::text)
          and (${target ?? null}::text is null or target = ${target ?? null}::text)
        order by number desc limit ${limit}`.execute(kysely);
      return rows.map(entryOf);
    },
    async lastAt(action, target) {
      const { rows } = await sql<{ at: Date }>`
        select at from audit_entries where target = ${target} and action = ${action}
        order by number desc limit 1`.execute(kysely);
      return rows[0]?.at;
    },
    async listAfter(number, limit) {
      const { rows } = await sql<Row>`
        select * from audit_entries where number > ${number} order by number limit ${limit}`.execute(kysely);
      return rows.map(entryOf);
    },
  };
}
