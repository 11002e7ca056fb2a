import { BROADCASTS_A_DAY } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface NewBroadcast {
  readonly modelId: AccountId;
  readonly audience: 'fans' | 'followers_tippers';
  readonly level: string | undefined;
  readonly text: string;
  /** Who may get it; the store leaves out people who do not want it. */
  readonly candidates: readonly AccountId[];
}

export interface Receiver {
  readonly accountId: AccountId;
  /** Names the message, so that a repeat of the job sends it once. */
  readonly clientId: Uuid;
  /** False: one of the two ignores the other since, or the receiver wants no messages any more or is suspended. */
  readonly isWanted: boolean;
}

/** Texts to many, and who still has to get them. */
export interface BroadcastStore {
  /** Keeps a broadcast with its receivers; undefined: today's are sent. */
  add(broadcast: NewBroadcast): Promise<{ readonly id: Uuid; readonly queued: number } | undefined>;
  find(id: Uuid): Promise<Pick<NewBroadcast, 'modelId' | 'text' | 'audience'> | undefined>;
  listWaiting(id: Uuid, limit: number): Promise<Receiver[]>;
  markSent(id: Uuid, accountId: AccountId): Promise<void>;
  /** Nobody else gets it. */
  stop(id: Uuid): Promise<void>;
  /** Those of the candidates who follow the model. */
  listFollowers(model: AccountId, candidates: readonly AccountId[]): Promise<AccountId[]>;
}

/**
 * Whether the account `a` may get it from a model. NOTE: the setting `none` also keeps away people whom one follows.
 */
const isWanted = (model: RawBuilder<unknown>) => sql<boolean>`
  (a.suspended_at is null and coalesce(a.settings ->> 'pm_allow', '') <> 'none'
    and not exists (select from ignored_people i where (i.account_id = a.id and i.ignored_id = ${model})
      or (i.account_id = ${model} and i.ignored_id = a.id)))`;

export function makeBroadcastStore({ kysely }: Database): BroadcastStore {
  return {
    add: (given) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('pm-broadcast', ${given.modelId}))`.execute(
          transaction,
        );
        const { rows: today } = await sql<{ n: number }>`
          select count(*) as n from message_broadcasts
          where account_id = ${given.modelId} and created_at > now() - interval '1 day'`.execute(transaction);
        if (today[0]!.n >= BROADCASTS_A_DAY) return undefined;
        const { rows: wanted } = await sql<{ id: AccountId }>`
          select a.id from accounts a
          where a.id = any(${given.candidates}) and a.id <> ${given.modelId}
            and ${isWanted(sql`${given.modelId}::bigint`)}`.execute(transaction);
        const id = uuidv7();
        await sql`insert into message_broadcasts (id, account_id, audience, level, text, queued)
          values (${id}, ${given.modelId}, ${given.audience}, ${given.level ?? null}, ${given.text},
            ${wanted.length})`.execute(transaction);
        await sql`insert into message_broadcast_receivers (broadcast_id, account_id, client_id)
          select ${id}, account_id, client_id from unnest(${wanted.map((row) => row.id)}::bigint[],
            ${wanted.map(() => uuidv7())}::uuid[]) as w (account_id, client_id)`.execute(transaction);
        return { id, queued: wanted.length };
      }),
    async find(id) {
      const { rows } = await sql<Pick<NewBroadcast, 'modelId' | 'text' | 'audience'>>`
        select account_id as "modelId", text, audience from message_broadcasts where id = ${id}`.execute(
        kysely,
      );
      return rows[0];
    },
    async listWaiting(id, limit) {
      const { rows } = await sql<Receiver>`
        select r.account_id as "accountId", r.client_id as "clientId",
          ${isWanted(sql`b.account_id`)} as "isWanted"
        from message_broadcast_receivers r
          join message_broadcasts b on b.id = r.broadcast_id
          join accounts a on a.id = r.account_id
        where r.broadcast_id = ${id} order by r.account_id limit ${limit}`.execute(kysely);
      return rows;
    },
    async markSent(id, accountId) {
      await sql`delete from message_broadcast_receivers
        where broadcast_id = ${id} and account_id = ${accountId}`.execute(kysely);
    },
    async stop(id) {
      await sql`delete from message_broadcast_receivers where broadcast_id = ${id}`.execute(kysely);
    },
    async listFollowers(model, candidates) {
      const { rows } = await sql<{ id: AccountId }>`
        select follower_id as id from follows
        where model_id = ${model} and follower_id = any(${candidates})`.execute(kysely);
      return rows.map((row) => row.id);
    },
  };
}
