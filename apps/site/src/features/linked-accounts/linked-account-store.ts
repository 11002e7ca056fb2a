import type { AccountId } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface LinkedAccount {
  readonly id: AccountId;
  readonly username: string;
  readonly thumbUrl: string | null;
}

export type LinkOutcome = 'linked' | 'linked_already' | 'limit';

export interface LinkedAccountStore {
  /** The accounts that each is linked with, by its id; the oldest link first. */
  listOf(ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, readonly LinkedAccount[]>>;
  isLinked(one: AccountId, other: AccountId): Promise<boolean>;
  /** Links both as they log in now, unless one of them has reached the limit of links. */
  link(
    one: { readonly id: AccountId; readonly max: number },
    other: { readonly id: AccountId; readonly max: number },
  ): Promise<LinkOutcome>;
  /** False if there is no such link. */
  unlink(one: AccountId, other: AccountId): Promise<boolean>;
  /** Forgets links that another password or second step has ended. */
  prune(): Promise<void>;
}

/** What an account logs in with: changes with its password and with its authenticator app. */
const proofOf = (id: RawBuilder<unknown>) => sql`(
  select sha256(convert_to(a.password_hash || coalesce(encode(t.secret, 'hex'), ''), 'UTF8'))
  from accounts a left join totp_secrets t on t.account_id = a.id where a.id = ${id})`;

/** Both sides still log in as they did when they were linked. */
const IS_GOOD = sql`l.first_proof = ${proofOf(sql`l.first_id`)} and l.second_proof = ${proofOf(sql`l.second_id`)}`;

export function makeLinkedAccountStore({ kysely }: Database): LinkedAccountStore {
  const pairOf = (one: AccountId, other: AccountId) => [Math.min(one, other), Math.max(one, other)] as const;
  return {
    async listOf(ids) {
      const { rows } = await sql<LinkedAccount & { ownId: AccountId }>`
        select asked.id::float8 as "ownId", o.id, o.username, o.avatar_url as "thumbUrl"
        from unnest(${[...ids]}::bigint[]) as asked (id)
        join linked_accounts l on asked.id in (l.first_id, l.second_id)
        join accounts o on o.id = case when l.first_id = asked.id then l.second_id else l.first_id end
        where ${IS_GOOD} order by l.created_at, o.id`.execute(kysely);
      const linked = new Map<AccountId, LinkedAccount[]>(ids.map((id) => [id, []]));
      for (const { ownId, id, username, thumbUrl } of rows)
        linked.get(ownId)?.push({ id, username, thumbUrl });
      return linked;
    },
    async isLinked(one, other) {
      const [first, second] = pairOf(one, other);
      const { rows } = await sql`
        select 1 from linked_accounts l
        where first_id = ${first} and second_id = ${second} and ${IS_GOOD}`.execute(kysely);
      return rows.length > 0;
    },
    link(one, other) {
      const [first, second] = pairOf(one.id, other.id);
      return kysely.transaction().execute(async (within): Promise<LinkOutcome> => {
        // In one order, so that two who link at the same moment wait for each other and count right.
        await sql`select 1 from accounts where id in (${first}, ${second}) order by id for update`.execute(
          within,
        );
        await sql`
          delete from linked_accounts l
          where (first_id in (${first}, ${second}) or second_id in (${first}, ${second}))
            and not (${IS_GOOD})`.execute(within);
        const { rows } = await sql<{ id: AccountId; count: number }>`
          select asked.id::float8 as id, count(l.first_id)::int as count
          from (values (${one.id}::bigint), (${other.id}::bigint)) as asked (id)
          left join linked_accounts l on asked.id in (l.first_id, l.second_id)
          group by asked.id`.execute(within);
        const isFull = ({ id, max }: { readonly id: AccountId; readonly max: number }) =>
          (rows.find((row) => row.id === id)?.count ?? 0) >= max;
        const known = await sql`
          select 1 from linked_accounts where first_id = ${first} and second_id = ${second}`.execute(within);
        if (known.rows.length > 0) return 'linked_already';
        if (isFull(one) || isFull(other)) return 'limit';
        await sql`
          insert into linked_accounts (first_id, second_id, first_proof, second_proof)
          values (${first}, ${second}, ${proofOf(sql`${first}`)}, ${proofOf(sql`${second}`)})`.execute(
          within,
        );
        return 'linked';
      });
    },
    async unlink(one, other) {
      const [first, second] = pairOf(one, other);
      const { rows } = await sql`
        delete from linked_accounts where first_id = ${first} and second_id = ${second} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async prune() {
      await sql`delete from linked_accounts l where not (${IS_GOOD})`.execute(kysely);
    },
  };
}
