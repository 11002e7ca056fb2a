import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import type { UserCard } from '@klieg/contract';
import { findSimilar } from './similar.ts';

let now = Date.UTC(2026, 10, 18, 12);
const site = await useTestSite({ clock: { now: () => (now += 15_000) } });
const to = (member: Member) => ({ params: { username: member.username } });
const joinConfirmed = async () => {
  const member = await site.join();
  await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(site.database.kysely);
  return member;
};
const like = (who: Member, model: Member) => who.call('like', { ...to(model), body: {} });

describe('likes', () => {
  test('are one a day for one model and five a day in all, also at once (CONTENT-PAGES-015) (discovery.like_limit)', async () => {
    const models = await Promise.all(Array.from({ length: 6 }, () => site.join({ type: 'model' })));
    const fan = await joinConfirmed();
    expect(await like(fan, models[0]!)).toEqual({ status: 1, user_like_count: 1, likes_left_today: 4 });
    expect(await like(fan, models[0]!)).toEqual({ status: 1, user_like_count: 1, likes_left_today: 4 });
    const answers = await Promise.all(models.slice(1).map((model) => codeOf(like(fan, model))));
    expect(answers.toSorted()).toEqual([
      'discovery.like_limit',
      'not refused',
      'not refused',
      'not refused',
      'not refused',
    ]);
  });

  test('need a confirmed address, a model, and somebody else (identity.email_unconfirmed) (rooms.not_found) (common.not_self)', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.join();
    const fan = await joinConfirmed();
    expect(await codeOf(like(viewer, model))).toBe('identity.email_unconfirmed');
    expect(await codeOf(like(fan, viewer))).toBe('rooms.not_found');
    await sql`update accounts set email_confirmed = true where id = ${model.id}`.execute(
      site.database.kysely,
    );
    expect(await codeOf(like(model, model))).toBe('common.not_self');
  });

  test('make the leaderboard of the week, with the winners of weeks before (CONTENT-PAGES-007) (CONTENT-PAGES-024)', async () => {
    const [first, second] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const fans = await Promise.all(Array.from({ length: 8 }, joinConfirmed));
    for (const fan of fans) await like(fan, first);
    for (const fan of fans.slice(0, 7)) await like(fan, second);
    const board = await first.call('listLikes');
    expect(board.leaderboard.slice(0, 2)).toMatchObject([
      { rank: 1, likes: 8, user: { username: first.username } },
      { rank: 2, likes: 7, user: { username: second.username } },
    ]);
    expect(board).toMatchObject({ user_like_count: 8, user_position: 1 });
    const guest = await site.visit();
    expect(await guest.call('listLikes')).toMatchObject({ user_like_count: 0, user_position: null });

    const moveLikes = (days: number) =>
      sql`update model_likes set day = day - ${days}::int where model_id = ${first.id}`.execute(
        site.database.kysely,
      );
    // Who won a week is written down once, an hour after its end: of the week before the last one that is always past.
    await moveLikes(14);
    expect((await guest.call('listLikes')).past_winners).toEqual([]);
    await moveLikes(-7);
    // What is missing is counted again from the likes.
    await sql`delete from week_winners`.execute(site.database.kysely);
    const last = await guest.call('listLikes', { query: { week: 'last' } });
    expect(last.leaderboard).toMatchObject([{ rank: 1, likes: 8, user: { username: first.username } }]);
    expect(last.past_winners).toMatchObject([{ likes: 8, user: { username: first.username } }]);
    expect(last.past_winners[0]!.week).toMatch(/^\d{4}-W\d{2}$/);
  });

  test('tell every performer the own place, below those that are listed too, beside the board and its past winners (CONTENT-PAGES-015) (CONTENT-PAGES-024)', async () => {
    const { kysely } = site.database;
    const own = await site.join({ type: 'model' });
    // Sixty performers with two likes each of last week, and one with a single one.
    await sql`with made as (
        insert into accounts (username, display_name, email, password_hash, gender, type, birth_date, compliance_status)
        select 'liked_' || n, 'Liked ' || n, 'liked_' || n || '@example.org', '', 'f', 'model', '1990-01-01', 'approved'
        from generate_series(1, 60) n returning id)
      insert into model_likes (model_id, liker_id, day)
      select m.id, l.id, date_trunc('week', now() at time zone 'utc')::date - 3
      from made m, (select id from accounts order by id limit 2) l`.execute(kysely);
    await sql`insert into model_likes (model_id, liker_id, day)
      select ${own.id}, min(id), date_trunc('week', now() at time zone 'utc')::date - 7 from accounts`.execute(
      kysely,
    );
    await site.site.catalog.reload();
    const board = await own.call('listLikes', { query: { week: 'last' } });
    expect(board.leaderboard).toHaveLength(50);
    // The one of the test before stands first.
    expect(board).toMatchObject({ user_like_count: 1, user_position: 62 });
    expect(board.past_winners[0]?.user.id).toBe(board.leaderboard[0]!.user.id);
    expect(await own.call('listLikes')).toMatchObject({ user_like_count: 0, user_position: null });
    const fan = await joinConfirmed();
    expect(await fan.call('listLikes', { query: { week: 'last' } })).toMatchObject({
      user_like_count: 0,
      user_position: null,
    });
  });

  test('have one winner for each ISO week that is over, as counting all likes says; the last one is told so (IDENTITY-019)', async () => {
    const { kysely } = site.database;
    const models = await Promise.all(Array.from({ length: 3 }, () => site.join({ type: 'model' })));
    await sql`delete from model_likes`.execute(kysely);
    await sql`delete from week_winners`.execute(kysely);
    await sql`insert into model_likes (model_id, liker_id, day)
      select (${models.map(({ id }) => id)}::bigint[])[1 + (l.id + d) % 3], l.id, (now() at time zone 'utc')::date - d
      from generate_series(0, 70) d, (select id from accounts order by id limit 9) l
      where (l.id * 7 + d) % 4 < 2`.execute(kysely);
    const { rows } = await sql<{ week: string; id: number; likes: number }>`
      select to_char(day, 'IYYY-"W"IW') as week, model_id as id, count(*)::int as likes
      from model_likes where day < date_trunc('week', now() at time zone 'utc')::date
      group by 1, 2 order by 1 desc, likes desc, model_id`.execute(kysely);
    const first = [...Map.groupBy(rows, ({ week }) => week).values()].map(([winner]) => winner!).slice(0, 8);
    const guest = await site.visit();
    const winners = async () =>
      (await guest.call('listLikes')).past_winners.map(({ week, user, likes }) => ({
        week,
        id: user.id,
        likes,
      }));
    expect(await winners()).toEqual(first);
    // Only the last full week counts, and only for her.
    for (const model of models)
      expect((await model.call('getCurrentUser')).isModelLikeWeeklyWinner).toBe(model.id === first[0]!.id);
    expect((await guest.call('getCurrentUser')).isModelLikeWeeklyWinner).toBe(false);
    // Likes of today change no week that is over, and what was lost is the same when it is counted again.
    await sql`delete from week_winners`.execute(kysely);
    expect(await winners()).toEqual(first);
  });

  test('announced shows are a list, empty while nothing announces any (CHAT-004)', async () => {
    const guest = await site.visit();
    expect(await guest.call('listModelShows', { query: { type: 'react' } })).toEqual({ shows: [] });
  });
});

describe('similar performers', () => {
  const card = (username: string, more: Partial<UserCard>) =>
    ({
      username,
      gender: 'f',
      tags: [],
      languages: [],
      region: null,
      status: 'offline',
      ...more,
    }) as unknown as UserCard;
  const names = (cards: readonly UserCard[]) => cards.map(({ username }) => username);

  test('share section, topics and language; live rooms come before all who are away', () => {
    const one = card('one', { tags: ['jazz', 'vinyl'], languages: ['german'] });
    const found = findSimilar(one, [
      one,
      card('nothing', { gender: 'm' }),
      card('same_section', {}),
      card('live_section', { status: 'online' }),
      card('same_topics', { tags: ['jazz', 'vinyl'], languages: ['german'] }),
    ]);
    expect(names(found)).toEqual(['live_section', 'same_topics', 'same_section', 'nothing']);
  });

  test('are at most twelve', () => {
    const many = Array.from({ length: 30 }, (_, i) => card(`model_${i}`, {}));
    expect(findSimilar(many[0], many)).toHaveLength(12);
    expect(names(findSimilar(undefined, many))).toEqual(names(many.slice(0, 12)));
  });
});
