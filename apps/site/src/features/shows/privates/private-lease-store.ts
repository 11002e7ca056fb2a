import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type PrivateRow, privateOf } from './private-row.ts';
import type { Private } from './private-rules.ts';

/** Which node counts which shows. A node without a sign of life loses its shows. */
export interface PrivateLeases {
  /**
   * This node counts the shows from now on that nobody counts. The time without anybody is added to their silence, up
   * to two leases: a clock that jumped is not a payer who left. @returns all that it counts
   */
  lease(node: string, leaseMs: number, limit: number): Promise<Private[]>;
  /** How long nothing was delivered in shows of this node, for the node that counts them next. */
  noteSilence(node: string, silences: ReadonlyMap<Uuid, number>): Promise<void>;
  /** This node counts that show. */
  claim(transaction: Transaction, id: Uuid, node: string, leaseMs: number): Promise<void>;
}

export function makePrivateLeases(kysely: Database['kysely']): PrivateLeases {
  return {
    async lease(node, leaseMs, limit) {
      const { rows } = await sql<PrivateRow>`
        update privates set node = ${node},
          silent_ms = case when node = ${node} then silent_ms else silent_ms + least(${2 * leaseMs},
            1000 * extract(epoch from clock_timestamp() - lease_until) + ${leaseMs})::int end,
          lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
        where show_id in (
          select show_id from privates
          where state in ('starting', 'running') and (node = ${node} or lease_until < clock_timestamp())
          order by show_id limit ${limit} for update skip locked
        ) returning *`.execute(kysely);
      return rows.map(privateOf);
    },
    async noteSilence(node, silences) {
      if (silences.size === 0) return;
      await sql`
        update privates set silent_ms = noted.ms
        from unnest(${[...silences.keys()]}::uuid[], ${[...silences.values()]}::int[]) noted(id, ms)
        where show_id = noted.id and node = ${node} and state = 'running'`.execute(kysely);
    },
    async claim(transaction, id, node, leaseMs) {
      await sql`
        update privates set node = ${node}, lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
        where show_id = ${id}`.execute(transaction);
    },
  };
}
