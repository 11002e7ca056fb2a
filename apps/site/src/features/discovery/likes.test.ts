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

    await sql`update model_likes set day = day - 7 where model_id = ${first.id}`.execute(
      site.database.kysely,
    );
    const last = await guest.call('listLikes', { query: { week: 'last' } });
    expect(last.leaderboard).toMatchObject([{ rank: 1, likes: 8, user: { username: first.username } }]);
    expect(last.past_winners).toMatchObject([{ likes: 8, user: { username: first.username } }]);
    expect(last.past_winners[0]!.week).toMatch(/^\d{4}-W\d{2}$/);
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

  test('share section, topics and language; live rooms come first among equals', () => {
    const one = card('one', { tags: ['jazz', 'vinyl'], languages: ['german'] });
    const found = findSimilar(one, [
      one,
      card('nothing', { gender: 'm' }),
      card('same_section', {}),
      card('live_section', { status: 'online' }),
      card('same_topics', { tags: ['jazz', 'vinyl'], languages: ['german'] }),
    ]);
    expect(names(found)).toEqual(['same_topics', 'live_section', 'same_section', 'nothing']);
  });

  test('are at most twelve', () => {
    const many = Array.from({ length: 30 }, (_, i) => card(`model_${i}`, {}));
    expect(findSimilar(many[0], many)).toHaveLength(12);
    expect(names(findSimilar(undefined, many))).toEqual(names(many.slice(0, 12)));
  });
});
