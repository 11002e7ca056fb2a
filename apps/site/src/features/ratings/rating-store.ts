import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface NewRating {
  readonly model: AccountId;
  readonly rater: AccountId;
  /** 1 to 5 */
  readonly stars: number;
  readonly show: 'public' | 'private' | 'spy' | 'limited';
  readonly showId: Uuid | null;
  readonly comment: string | null;
}

export interface RatingStore {
  /**
   * Keeps today's rating (UTC); another of the same day replaces it.
   * @returns how many gave one star, two stars … five stars, this one among them
   */
  keep(rating: NewRating): Promise<readonly number[]>;
  /** Stars that somebody gave today, or null. */
  findToday(rater: AccountId, model: AccountId): Promise<number | null>;
  /** Which of these shows somebody has rated. */
  listRated(rater: AccountId, showIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>>;
}

const TODAY = sql`(now() at time zone 'utc')::date`;

export function makeRatingStore({ kysely }: Database): RatingStore {
  return {
    keep: ({ model, rater, stars, show, showId, comment }) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`
          insert into room_ratings (model_id, rater_id, day, stars, show, show_id, comment)
          values (${model}, ${rater}, ${TODAY}, ${stars}, ${show}, ${showId}, ${comment})
          on conflict (model_id, rater_id, day) do update set stars = excluded.stars, show = excluded.show,
            show_id = excluded.show_id, comment = excluded.comment, rated_at = now()`.execute(transaction);
        const { rows } = await sql<{ rating_counts: number[] }>`
          select rating_counts from rooms where account_id = ${model}`.execute(transaction);
        return rows[0]!.rating_counts;
      }),
    async findToday(rater, model) {
      const { rows } = await sql<{ stars: number }>`
        select stars from room_ratings
        where model_id = ${model} and rater_id = ${rater} and day = ${TODAY}`.execute(kysely);
      return rows[0]?.stars ?? null;
    },
    async listRated(rater, showIds) {
      if (showIds.length === 0) return new Set();
      const { rows } = await sql<{ show_id: Uuid }>`
        select distinct show_id from room_ratings
        where rater_id = ${rater} and show_id = any(${[...showIds]})`.execute(kysely);
      return new Set(rows.map(({ show_id: id }) => id));
    },
  };
}
