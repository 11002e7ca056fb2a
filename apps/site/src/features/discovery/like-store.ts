import type { AccountId } from '@klieg/kernel';
import { type Kysely, sql } from 'kysely';
import { askByKey, type Database } from '../../platform/postgres/index.ts';

/** Likes that somebody may give in a day. */
export const LIKES_A_DAY = 5;

/** Likes ever that make a performer a star (pages page, sodastars). */
export const STAR_LIKES = 500;

/** What became of a like. */
export interface GivenLike {
  /** Likes that the giver has left today. */
  readonly left: number;
  /** This one made the performer a star. */
  readonly isStarMade: boolean;
}

export interface Liked {
  readonly modelId: AccountId;
  readonly username: string;
  readonly likes: number;
}

/** Weeks are ISO weeks in UTC; `weeksAgo` 0 is the present one. */
export interface LikeStore {
  /**
   * Gives a like; a second one for the same model on a day changes nothing.
   * @returns undefined when none was left today
   */
  give(liker: AccountId, model: AccountId): Promise<GivenLike | undefined>;
  /** Has `STAR_LIKES` or more in total. */
  isStar(model: AccountId): Promise<boolean>;
  /** Likes of everybody who has any: in total, and of the last 30 days. */
  countAll(): Promise<ReadonlyMap<AccountId, { readonly likes: number; readonly likesLately: number }>>;
  countOfWeek(model: AccountId): Promise<number>;
  /** Most liked first. */
  listWeek(weeksAgo: number, limit: number): Promise<Liked[]>;
  /** What a performer has of a week, also below the places that are listed; undefined without a like. */
  findPlace(
    model: AccountId,
    weeksAgo: number,
  ): Promise<{ readonly likes: number; readonly position: number } | undefined>;
  /** The winner of each of the last full weeks, newest first; the week as YYYY-Www. */
  listWinners(weeks: number): Promise<(Liked & { readonly week: string })[]>;
}

const TODAY = sql`(now() at time zone 'utc')::date`;
const MONDAY = sql`date_trunc('week', now() at time zone 'utc')::date`;

/** A performer's total likes, as far as needed for a star. */
const countToStar = async (on: Kysely<unknown>, model: AccountId): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from model_likes where model_id = ${model} limit ${STAR_LIKES + 1}) counted`.execute(on);
  return rows[0]!.n;
};

/**
 * Records who won each of the last full weeks, once; a week without a record is counted again. Likes of its last
 * moments may still arrive for an hour.
 */
const settleWeeks = (on: Kysely<unknown>, weeks: number) =>
  sql`
    insert into week_winners (week, model_id, likes)
    select over.week::date, best.model_id, coalesce(best.likes, 0)
    from generate_series(${MONDAY} - ${weeks * 7}::int, ${MONDAY} - 7, interval '7 days') as over (week)
      left join lateral (
        select model_id, count(*)::int as likes from model_likes
        where day >= over.week::date and day < over.week::date + 7
        group by model_id order by likes desc, model_id limit 1) best on true
    where not exists (select from week_winners known where known.week = over.week::date)
      and now() at time zone 'utc' >= over.week + interval '7 days 1 hour'
    on conflict (week) do nothing`.execute(on);

export function makeLikeStore({ kysely }: Database): LikeStore {
  // Everybody who enters the model's room asks.
  const findStar = askByKey(async (models: readonly AccountId[]) => {
    const { rows } = await sql<{ model: AccountId }>`
      select m.model from unnest(${models}::bigint[]) as m (model)
      where exists (select from model_likes where model_id = m.model offset ${STAR_LIKES - 1})`.execute(
      kysely,
    );
    return new Map(rows.map(({ model }) => [model, true]));
  });
  return {
    isStar: async (model) => (await findStar(model)) ?? false,
    give: (liker, model) =>
      kysely.transaction().execute(async (transaction) => {
        // Two at once would each see four: one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`likes ${liker}`}, 0))`.execute(
          transaction,
        );
        const { rows } = await sql<{ given: number; is_given: boolean }>`
          select count(*)::int as given, coalesce(bool_or(model_id = ${model}), false) as is_given
          from model_likes where liker_id = ${liker} and day = ${TODAY}`.execute(transaction);
        const { given, is_given: isGiven } = rows[0]!;
        if (isGiven) return { left: LIKES_A_DAY - given, isStarMade: false };
        if (given >= LIKES_A_DAY) return undefined;
        // Likes for one performer wait for each other, so that exactly one of them is the five hundredth.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`liked ${model}`}, 0))`.execute(
          transaction,
        );
        await sql`insert into model_likes (model_id, liker_id, day) values (${model}, ${liker}, ${TODAY})`.execute(
          transaction,
        );
        const isStarMade = (await countToStar(transaction, model)) === STAR_LIKES;
        return { left: LIKES_A_DAY - given - 1, isStarMade };
      }),
    async countAll() {
      const { rows } = await sql<{ model_id: AccountId; likes: number; lately: number }>`
        select model_id, count(*)::int likes, (count(*) filter (where day > ${TODAY} - 30))::int lately
        from model_likes group by model_id`.execute(kysely);
      return new Map(
        rows.map(({ model_id: id, likes, lately }) => [id, { likes, likesLately: lately }] as const),
      );
    },
    async countOfWeek(model) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from model_likes where model_id = ${model} and day >= ${MONDAY}`.execute(
        kysely,
      );
      return rows[0]!.n;
    },
    async listWeek(weeksAgo, limit) {
      const { rows } = await sql<{ id: AccountId; username: string; likes: number }>`
        select a.id, a.username, count(*)::int as likes
        from model_likes l join accounts a on a.id = l.model_id
        where l.day >= ${MONDAY} - ${weeksAgo * 7}::int and l.day < ${MONDAY} - ${(weeksAgo - 1) * 7}::int
        group by a.id, a.username order by likes desc, a.id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({ modelId: row.id, username: row.username, likes: row.likes }));
    },
    async findPlace(model, weeksAgo) {
      const { rows } = await sql<{ likes: number; position: number }>`
        with counted as (
          select model_id, count(*)::int as likes from model_likes
          where day >= ${MONDAY} - ${weeksAgo * 7}::int and day < ${MONDAY} - ${(weeksAgo - 1) * 7}::int
          group by model_id)
        select own.likes, 1 + (
          select count(*)::int from counted
          where likes > own.likes or (likes = own.likes and model_id < own.model_id)) as position
        from counted own where own.model_id = ${model}`.execute(kysely);
      return rows[0];
    },
    async listWinners(weeks) {
      await settleWeeks(kysely, weeks);
      const { rows } = await sql<{ id: AccountId; username: string; likes: number; week: string }>`
        select to_char(won.week, 'IYYY-"W"IW') as week, a.id, a.username, won.likes
        from (
          select week, model_id, likes from week_winners
          union all (
            -- A week that ended just now is not written yet.
            select ${MONDAY} - 7, model_id, count(*)::int as likes from model_likes
            where day >= ${MONDAY} - 7 and day < ${MONDAY}
              and not exists (select from week_winners where week = ${MONDAY} - 7)
            group by model_id order by likes desc, model_id limit 1)
        ) won join accounts a on a.id = won.model_id
        where won.week >= ${MONDAY} - ${weeks * 7}::int
        order by won.week desc`.execute(kysely);
      return rows.map((row) => ({
        modelId: row.id,
        username: row.username,
        likes: row.likes,
        week: row.week,
      }));
    },
  };
}
