import { type AccountId, AppError } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** How long nobody else can take a former name. */
const RESERVED_DAYS = 90;
const UNIQUE_VIOLATION = '23505';

/** A name of a deleted account, stored only as a digest. */
const isReserved = (username: string) =>
  sql`digest = sha256(convert_to(${username}, 'UTF8')) and reserved_until > now()`;

export interface UsernameStore {
  /**
   * Gives an account another name, where its setting allows one change. The old one stays reserved, and leads to it.
   * @throws identity.change_not_allowed, identity.username_taken
   */
  rename(id: AccountId, username: string): Promise<void>;
  /** Whether somebody has it, or had it so lately that nobody else takes it. */
  isTaken(username: string): Promise<boolean>;
  /** The current name of the person who recently had this one. */
  findNewName(former: string): Promise<string | undefined>;
}

export function makeUsernameStore({ kysely }: Database): UsernameStore {
  return {
    async rename(id, username) {
      const run = kysely.transaction().execute(async (within) => {
        const { rows } = await sql<{ former: string; mayChange: boolean }>`
          select username as former, coalesce((settings->>'can_change_username')::boolean, false) as "mayChange"
          from accounts where id = ${id} for update`.execute(within);
        const own = rows[0];
        if (!own?.mayChange || own.former === username) throw new AppError('identity.change_not_allowed');
        await sql`
          update accounts set username = ${username},
            display_name = case when display_name = username then ${username} else display_name end,
            settings = settings - 'can_change_username'
          where id = ${id}`.execute(within);
        await sql`
          insert into former_usernames (username, account_id, reserved_until)
          values (${own.former}, ${id}, now() + make_interval(days => ${RESERVED_DAYS}))
          on conflict (username) do update
            set account_id = excluded.account_id, reserved_until = excluded.reserved_until`.execute(within);
        const taken = await sql`
          select 1 from former_usernames
          where username = ${username} and account_id <> ${id} and reserved_until > now() union all
          select 1 from reserved_names where ${isReserved(username)}`.execute(within);
        if (taken.rows.length > 0) throw new AppError('identity.username_taken');
        // One's own earlier name is taken back.
        await sql`delete from former_usernames where username = ${username}`.execute(within);
      });
      await run.catch((error: unknown) => {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION)
          throw new AppError('identity.username_taken');
        throw error;
      });
    },
    async isTaken(username) {
      const { rows } = await sql`
        select 1 from accounts where username = ${username} union all
        select 1 from former_usernames where username = ${username} and reserved_until > now() union all
        select 1 from reserved_names where ${isReserved(username)}`.execute(kysely);
      return rows.length > 0;
    },
    async findNewName(former) {
      const { rows } = await sql<{ username: string }>`
        select a.username from former_usernames f join accounts a on a.id = f.account_id
        where f.username = ${former.toLowerCase()} and f.reserved_until > now()`.execute(kysely);
      return rows[0]?.username;
    },
  };
}
