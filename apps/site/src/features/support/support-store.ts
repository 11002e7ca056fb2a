import type { Api, ResultOf } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

type Line = ResultOf<Api['listSupportThreads']>['items'][number];

/** Whose conversation it is. */
export type ThreadOwner = { readonly accountId: AccountId } | { readonly guestKey: string };

export interface KeptThread {
  readonly id: Uuid;
  readonly number: number;
  readonly topic: Line['topic'];
  readonly state: Line['state'];
  readonly text: string;
  readonly account_id: AccountId | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly order_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface KeptMessage {
  readonly is_staff: boolean;
  readonly by: string | null;
  readonly text: string;
  readonly at: Date;
}

/** Conversations with support. The first message of each is the thread's own text. */
export interface SupportStore {
  listOf(owner: ThreadOwner, limit: number): Promise<(KeptThread & { readonly unread: number })[]>;
  /** @param owner absent: staff looks at it */
  find(id: Uuid, owner?: ThreadOwner): Promise<KeptThread | undefined>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, id: Uuid, owner?: ThreadOwner): Promise<KeptThread | undefined>;
  /** All after the first, the oldest first. */
  listMessages(id: Uuid, limit: number): Promise<KeptMessage[]>;
  /** @returns the message's id; undefined where there are too many already */
  addMessage(
    transaction: Transaction,
    id: Uuid,
    message: { readonly text: string; readonly staffId: AccountId | null },
    most: number,
  ): Promise<Uuid | undefined>;
  setState(transaction: Transaction, id: Uuid, state: Line['state']): Promise<void>;
  /** The sender has seen all answers. @returns false if there is no such thread */
  markSeen(id: Uuid, owner: ThreadOwner): Promise<boolean>;
  /** For staff, the newest first. */
  list(state: Line['state'] | undefined, before: string | undefined, limit: number): Promise<KeptThread[]>;
  countOpen(): Promise<number>;
}

const threads = sql`
  select t.id, t.number::integer, t.topic, t.state, t.text, t.account_id, a.username, t.email, t.order_id, t.created_at,
    t.updated_at from support_threads t left join accounts a on a.id = t.account_id`;
const isOf = (owner: ThreadOwner) =>
  'accountId' in owner
    ? sql`t.account_id = ${owner.accountId}`
    : sql`t.guest_key = ${owner.guestKey} and t.account_id is null`;

export function makeSupportStore({ kysely }: Pick<Database, 'kysely'>): SupportStore {
  const find = async (
    id: Uuid,
    owner: ThreadOwner | undefined,
    on: typeof kysely | Transaction,
    lock = sql``,
  ) => {
    const { rows } = await sql<KeptThread>`
      ${threads} where t.id = ${id} ${owner ? sql`and ${isOf(owner)}` : sql``} ${lock}`.execute(on);
    return rows[0];
  };
  return {
    async listOf(owner, limit) {
      const { rows } = await sql<KeptThread & { unread: number }>`
        select o.*, (select count(*)::integer from support_messages m
          where m.thread_id = o.id and m.is_staff and m.at > s.seen_at) as unread
        from (${threads} where ${isOf(owner)}) o join support_threads s on s.id = o.id
        order by o.updated_at desc limit ${limit}`.execute(kysely);
      return rows;
    },
    find: (id, owner) => find(id, owner, kysely),
    lock: (transaction, id, owner) => find(id, owner, transaction, sql`for no key update of t`),
    async listMessages(id, limit) {
      const { rows } = await sql<KeptMessage>`
        select m.is_staff, a.username as by, m.text, m.at from support_messages m
        left join accounts a on a.id = m.staff_id where m.thread_id = ${id} order by m.at, m.id limit ${limit}`.execute(
        kysely,
      );
      return rows;
    },
    async addMessage(transaction, id, { text, staffId }, most) {
      const { rows } = await sql<{ id: Uuid }>`
        insert into support_messages (id, thread_id, staff_id, is_staff, text)
        select ${uuidv7()}::uuid, ${id}::uuid, ${staffId}::bigint, ${staffId !== null}, ${text}
        where (select count(*) from support_messages where thread_id = ${id}::uuid) < ${most}
        returning id`.execute(transaction);
      return rows[0]?.id;
    },
    async setState(transaction, id, state) {
      await sql`update support_threads set state = ${state}, updated_at = clock_timestamp() where id = ${id}`.execute(
        transaction,
      );
    },
    async markSeen(id, owner) {
      const { rows } = await sql`
        update support_threads t set seen_at = clock_timestamp() where t.id = ${id} and ${isOf(owner)} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async list(state, before, limit) {
      const { rows } = await sql<KeptThread>`
        ${threads} where (${state ?? null}::text is null or t.state = ${state ?? null}::text)
          and (${before ?? null}::uuid is null or t.id < ${before ?? null}::uuid)
        order by t.id desc limit ${limit}`.execute(kysely);
      return rows;
    },
    async countOpen() {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from support_threads where state = 'open'`.execute(kysely);
      return rows[0]!.n;
    },
  };
}
