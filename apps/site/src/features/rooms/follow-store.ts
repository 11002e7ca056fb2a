import type { Locale } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

/** Who follows whom, and when followers were last notified. */
export interface FollowStore {
  /** True at most once in four hours: followers may be notified now. */
  claimTellingFollowers(model: AccountId, within: Transaction): Promise<boolean>;
  /** Followers who want news, with an id above the given one, ordered by id. */
  listFollowersForNews(
    model: AccountId,
    above: AccountId,
    limit: number,
  ): Promise<
    {
      readonly id: AccountId;
      readonly email: string;
      readonly isEmailConfirmed: boolean;
      readonly channels: string;
      /** Name of the site that the account belongs to. */
      readonly site: string;
      readonly locale: Locale;
    }[]
  >;
  follow(
    follower: AccountId,
    model: AccountId,
  ): Promise<{ readonly isNew: boolean; readonly followers: number }>;
  unfollow(follower: AccountId, model: AccountId): Promise<{ readonly followers: number }>;
  isFollowing(follower: AccountId, model: AccountId): Promise<boolean>;
  /** Usernames, newest first. */
  listFollowing(follower: AccountId, limit: number): Promise<string[]>;
}

export function makeFollowStore({ kysely }: Database): FollowStore {
  /** Read in the transaction that changed it: the row stays locked, so that no two get the same number. */
  const countFollowers = async (model: AccountId, transaction: typeof kysely): Promise<number> => {
    const { rows } = await sql<{ followers: number }>`
      select followers from rooms where account_id = ${model}`.execute(transaction);
    return rows[0]?.followers ?? 0;
  };

  return {
    async claimTellingFollowers(model, within) {
      const { rows } = await sql`
        update rooms set followers_told_at = now()
        where account_id = ${model}
          and (followers_told_at is null or followers_told_at < now() - interval '4 hours')
        returning 1`.execute(within);
      return rows.length > 0;
    },
    async listFollowersForNews(model, above, limit) {
      const { rows } = await sql<{
        id: AccountId;
        email: string;
        email_confirmed: boolean;
        channels: string;
        site: string;
        locale: Locale;
      }>`
        select a.id, a.email, a.email_confirmed, a.settings ->> 'featured_show_notification' as channels,
          a.site, coalesce(a.settings ->> 'locale', 'en') as locale
        from follows f join accounts a on a.id = f.follower_id
        where f.model_id = ${model} and a.id > ${above} and a.suspended_at is null
          and coalesce(a.settings ->> 'featured_show_notification', 'none') <> 'none'
        order by a.id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        isEmailConfirmed: row.email_confirmed,
        channels: row.channels,
        site: row.site,
        locale: row.locale,
      }));
    },
    follow: (follower, model) =>
      kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql`
          insert into follows (follower_id, model_id) values (${follower}, ${model})
          on conflict do nothing returning 1`.execute(transaction);
        return { isNew: rows.length > 0, followers: await countFollowers(model, transaction) };
      }),
    unfollow: (follower, model) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`delete from follows where follower_id = ${follower} and model_id = ${model}`.execute(
          transaction,
        );
        return { followers: await countFollowers(model, transaction) };
      }),
    async isFollowing(follower, model) {
      const { rows } = await sql`
        select 1 from follows where follower_id = ${follower} and model_id = ${model}`.execute(kysely);
      return rows.length > 0;
    },
    async listFollowing(follower, limit) {
      const { rows } = await sql<{ username: string }>`
        select a.username from follows f join accounts a on a.id = f.model_id
        where f.follower_id = ${follower} order by f.created_at desc limit ${limit}`.execute(kysely);
      return rows.map((row) => row.username);
    },
  };
}
