import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** Whose picture a file is, and whether everybody is shown it. */
export interface FoundAvatar {
  readonly accountId: AccountId;
  readonly isShown: boolean;
}

/** Own pictures: their files, and the one that an account shows. */
export interface AvatarStore {
  /** Before its file is written, so that no file is left without a row. */
  add(id: Uuid, accountId: AccountId): Promise<void>;
  /** The account's changes of its picture and of its profile wait for each other from here on. */
  lockAccount(within: Transaction, accountId: AccountId): Promise<void>;
  show(within: Transaction, accountId: AccountId, url: string | null): Promise<void>;
  keep(within: Transaction, id: Uuid): Promise<void>;
  /** Drops the stored pictures of an account except these. @param except absent: all of them */
  dropOthers(within: Transaction, accountId: AccountId, except: readonly Uuid[]): Promise<Uuid[]>;
  /** Drops one of them. */
  drop(within: Transaction, id: Uuid): Promise<Uuid[]>;
  /** Its file is gone. */
  forget(id: Uuid): Promise<void>;
  find(id: string): Promise<FoundAvatar | undefined>;
  /** Whose picture it is, also one that nobody is shown. */
  findOwner(within: Transaction, id: string): Promise<AccountId | undefined>;
  /** The picture shown by the account of that name. */
  findShownOf(within: Transaction, username: string): Promise<Uuid | undefined>;
  /** Takes it off its account's page. @returns whether it was shown there */
  withhold(within: Transaction, id: string): Promise<boolean>;
  /** It can be shown again, and is if its account shows none now. */
  giveBack(within: Transaction, id: string, wasShown: boolean): Promise<void>;
  /** Files to remove: given up, or of a day ago and named by nobody. */
  listLoose(limit: number): Promise<Uuid[]>;
}

export const avatarUrl = (id: string): string => `/files/avatars/${id}.jpg`;
const OWN_URL = /^\/files\/avatars\/([0-9a-f-]{36})\.jpg$/;
/** The picture of an address; undefined if it is not an uploaded one. */
export const avatarIdOf = (url: string | null): Uuid | undefined =>
  OWN_URL.exec(url ?? '')?.[1] as Uuid | undefined;

export function makeAvatarStore({ kysely }: Pick<Database, 'kysely'>): AvatarStore {
  return {
    async add(id, accountId) {
      await sql`insert into avatar_pictures (id, account_id) values (${id}, ${accountId})`.execute(kysely);
    },
    async lockAccount(within, accountId) {
      await sql`select 1 from accounts where id = ${accountId} for update`.execute(within);
    },
    async show(within, accountId, url) {
      await sql`update accounts set avatar_url = ${url} where id = ${accountId}`.execute(within);
    },
    async keep(within, id) {
      await sql`update avatar_pictures set state = 'kept' where id = ${id}`.execute(within);
    },
    async dropOthers(within, accountId, except) {
      const { rows } = await sql<{ id: Uuid }>`
        update avatar_pictures set state = 'dropped'
        where account_id = ${accountId} and state = 'kept' and withheld_at is null and id <> all(${[...except]}::uuid[])
        returning id`.execute(within);
      return rows.map(({ id }) => id);
    },
    async drop(within, id) {
      await sql`update avatar_pictures set state = 'dropped' where id = ${id}`.execute(within);
      return [id];
    },
    async forget(id) {
      await sql`delete from avatar_pictures where id = ${id}`.execute(kysely);
    },
    async find(id) {
      const { rows } = await sql<FoundAvatar>`
        select p.account_id as "accountId",
          coalesce(a.avatar_url = '/files/avatars/' || p.id || '.jpg', false) as "isShown"
        from avatar_pictures p join accounts a on a.id = p.account_id
        where p.id = ${id}::uuid and p.state = 'kept' and p.withheld_at is null`.execute(kysely);
      return rows[0];
    },
    async findOwner(within, id) {
      const { rows } = await sql<{ owner: AccountId }>`
        select account_id as owner from avatar_pictures where id = ${id}::uuid`.execute(within);
      return rows[0]?.owner;
    },
    async findShownOf(within, username) {
      const { rows } = await sql<{ id: Uuid }>`
        select p.id from accounts a join avatar_pictures p on p.account_id = a.id
        where a.username = ${username} and a.avatar_url = '/files/avatars/' || p.id || '.jpg'`.execute(
        within,
      );
      return rows[0]?.id;
    },
    async withhold(within, id) {
      // In the same lock order as for a new picture.
      await sql`select 1 from accounts where id = (select account_id from avatar_pictures where id = ${id}::uuid)
        for update`.execute(within);
      await sql`update avatar_pictures set withheld_at = now() where id = ${id}::uuid`.execute(within);
      await sql`update reviews set state = 'withdrawn', decided_at = now()
        where kind = 'avatar' and state = 'open' and payload ->> 'picture' = ${id}`.execute(within);
      const { rows } = await sql`update accounts set avatar_url = null
        where avatar_url = ${avatarUrl(id)} returning 1`.execute(within);
      return rows.length > 0;
    },
    async giveBack(within, id, wasShown) {
      await sql`select 1 from accounts where id = (select account_id from avatar_pictures where id = ${id}::uuid)
        for update`.execute(within);
      const { rows } = await sql<{ owner: AccountId }>`update avatar_pictures set withheld_at = null
        where id = ${id}::uuid and state = 'kept' returning account_id as owner`.execute(within);
      if (rows[0] && wasShown)
        await sql`update accounts set avatar_url = ${avatarUrl(id)}
          where id = ${rows[0].owner} and avatar_url is null`.execute(within);
    },
    async listLoose(limit) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from avatar_pictures where state = 'dropped'
          or (state = 'new' and created_at < now() - interval '1 day') limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
  };
}
