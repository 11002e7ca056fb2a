import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { VaultOwner } from '../onboarding/index.ts';

/** A broadcast or a recording of one. */
export interface Content {
  readonly id: Uuid;
  readonly kind: 'broadcast' | 'recording';
  readonly broadcastId: Uuid;
  readonly mode: 'public' | 'private' | 'limited' | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly modelId: AccountId;
  /** The name now of the model's account. */
  readonly username: string;
  readonly isWithdrawn: boolean;
}

/** Somebody who was beside the model. */
export interface Beside {
  readonly broadcastId: Uuid;
  readonly consentId: Uuid;
  readonly name: string;
}

export interface ContentStore {
  /** What somebody was in, newest first, before that one. */
  list(key: VaultOwner, before: Uuid | undefined, limit: number): Promise<Content[]>;
  listBeside(broadcastIds: readonly Uuid[]): Promise<Beside[]>;
}

/** The ids of both tell the time at which they were made, so they stand in the order of time. */
export const makeContentStore = ({ kysely }: Pick<Database, 'kysely'>): ContentStore => ({
  async list(key, before, limit) {
    const isOf = (broadcast: string, account: string) =>
      typeof key === 'string'
        ? sql`${sql.ref(broadcast)} in (select p.broadcast_id from broadcast_performers p where p.consent_id = ${key})`
        : sql`${sql.ref(account)} = ${key}`;
    const isBefore = (id: string) =>
      sql`(${before ?? null}::uuid is null or ${sql.ref(id)} < ${before ?? null}::uuid)`;
    const { rows } = await sql<Content>`
      select f.id, f.kind, f.broadcast_id as "broadcastId", f.mode, f.started_at as "startedAt",
        f.ended_at as "endedAt", f.account_id as "modelId", a.username,
        exists (select 1 from withdrawn_broadcasts w where w.broadcast_id = f.broadcast_id) as "isWithdrawn"
      from (
        (select b.broadcast_id as id, 'broadcast' as kind, b.broadcast_id, null::text as mode, b.started_at, b.ended_at,
          b.account_id
        from performer_broadcasts b
        where ${isOf('b.broadcast_id', 'b.account_id')} and ${isBefore('b.broadcast_id')}
        order by b.broadcast_id desc limit ${limit})
        union all
        (select r.id, 'recording', r.broadcast_id, r.kind, r.started_at,
          r.started_at + r.duration_ms * interval '1 millisecond', r.account_id
        from recordings r where ${isOf('r.broadcast_id', 'r.account_id')} and ${isBefore('r.id')}
        order by r.id desc limit ${limit})) f
      join accounts a on a.id = f.account_id
      order by f.id desc limit ${limit}`.execute(kysely);
    return rows;
  },
  async listBeside(broadcastIds) {
    const { rows } = await sql<Beside>`
      select p.broadcast_id as "broadcastId", c.id as "consentId", coalesce(c.alias, c.name) as name
      from broadcast_performers p join co_performer_consents c on c.id = p.consent_id
      where p.broadcast_id = any(${[...broadcastIds]}::uuid[]) order by p.named_at, c.id`.execute(kysely);
    return rows;
  },
});
