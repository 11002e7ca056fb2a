import { RATING_TIPS_MIN } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { summarizeRatings } from '../rooms/index.ts';
import { mayRate } from './rating-rules.ts';

let aheadMs = 0;
const site = await useTestSite({ clock: { now: () => Date.now() + aheadMs } });
const to = (member: Member) => ({ params: { username: member.username } });
const tip = (member: Member, model: Member, amount: number) =>
  member.call('sendTip', { params: { id: String(model.id) }, body: { amount }, idempotencyKey: uuidv7() });
const roomFor = (member: Member, model: Member) => member.call('getRoom', to(model));
const fanOf = async (model: Member, tokens = RATING_TIPS_MIN) => {
  const fan = await site.join({ tokens: 100 });
  await tip(fan, model, tokens);
  return fan;
};

describe('a rating', () => {
  test('is taken with 25 tokens of the last hour and not before (SHOWS-043) (SHOWS-051) (CONSTANTS-049) (shows.rating_not_allowed)', async () => {
    const model = await site.join({ type: 'model' });
    const fan = await fanOf(model, RATING_TIPS_MIN - 1);
    const rate = (stars = 5) => fan.call('rateModel', { ...to(model), body: { stars } });
    expect(await codeOf(rate())).toBe('shows.rating_not_allowed');
    expect((await roomFor(fan, model)).viewer).toMatchObject({ recentTips: 24, can_rate: false });
    await tip(fan, model, 1);
    expect((await roomFor(fan, model)).viewer).toMatchObject({ recentTips: 25, can_rate: true });
    expect(await rate()).toEqual({ status: 1, ratings: { average: 100, count: 1 } });
    aheadMs = 61 * 60_000;
    expect(await codeOf(rate(1))).toBe('shows.rating_not_allowed');
    aheadMs = 0;
    expect((await roomFor(fan, model)).user.ratings).toEqual({ average: 100, count: 1, today: 5 });
  });

  test('is one a day of one person: another of the day replaces it (SHOWS-051)', async () => {
    const model = await site.join({ type: 'model' });
    const fan = await fanOf(model);
    const rate = (stars: number) => fan.call('rateModel', { ...to(model), body: { stars } });
    expect((await roomFor(fan, model)).user.ratings).toEqual({ average: 0, count: 0, today: null });
    await rate(5);
    expect((await rate(2)).ratings).toEqual({ average: 40, count: 1 });
    await Promise.all([rate(1), rate(3), rate(4)]);
    const { ratings } = (await roomFor(fan, model)).user;
    expect(ratings.count).toBe(1);
    expect(ratings.average).toBe(20 * ratings.today!);
    await sql`update room_ratings set day = day - 1 where rater_id = ${fan.id}`.execute(site.database.kysely);
    expect((await roomFor(fan, model)).user.ratings.today).toBeNull();
    expect((await rate(5)).ratings.count).toBe(2);
  });

  test.runIf(isFullRun)(
    'is the sum of all: several at once are all counted, a deleted account takes its own along (CHAT-023)',
    async () => {
      const model = await site.join({ type: 'model' });
      const fans = await Promise.all(Array.from({ length: 10 }, () => fanOf(model)));
      await Promise.all(
        fans.map((fan, i) => fan.call('rateModel', { ...to(model), body: { stars: i < 5 ? 5 : 4 } })),
      );
      const guest = await site.visit();
      expect((await guest.call('getRoom', to(model))).user.ratings).toEqual({
        average: 90,
        count: 10,
        today: null,
      });
      await site.site.catalog.reload();
      expect(site.site.catalog.byName(model.username)!.ratings).toEqual({ average: 90, count: 10 });
      await sql`delete from room_ratings where rater_id = ${fans[0]!.id}`.execute(site.database.kysely);
      expect((await guest.call('getRoom', to(model))).user.ratings.count).toBe(9);
    },
  );

  test('brings its words to the model without a name: the model sees averages, never who (S314)', async () => {
    const model = await site.join({ type: 'model' });
    const fan = await fanOf(model);
    await fan.call('rateModel', { ...to(model), body: { stars: 5, comment: ' the late set \u202e' } });
    const lobby = await model.openLobby();
    await lobby.waitFor('v3.notification.count');
    const { items } = await model.call('listNotifications');
    expect(items[0]).toMatchObject({ kind: 'system', body: 'the late set' });
    expect(JSON.stringify(items)).not.toContain(fan.username);
  });

  test('of nobody’s room, of oneself, out of range or by a guest is refused (rooms.not_found)', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.join();
    const fan = await fanOf(model);
    const rate = (who: Member, username: string, stars: number) =>
      codeOf(who.call('rateModel', { params: { username }, body: { stars } }));
    expect(await rate(fan, 'nobody_here', 5)).toBe('rooms.not_found');
    expect(await rate(fan, viewer.username, 5)).toBe('rooms.not_found');
    expect(await rate(model, model.username, 5)).toBe('shows.rating_not_allowed');
    for (const stars of [0, 6, 2.5])
      expect(await rate(fan, model.username, stars)).toBe('common.invalid_input');
    expect(await rate((await site.visit()) as Member, model.username, 5)).toBe('common.unauthenticated');
    expect((await roomFor(fan, model)).user.ratings.count).toBe(0);
  });
});

describe('rules', () => {
  test.each([
    [{ recentTips: 24 }, false],
    [{ recentTips: 25 }, true],
    [{ hadShow: true }, true],
    [{ recentTips: 1000, isSelf: true }, false],
  ])('who may rate: %o is %s (S314)', (more, expected) => {
    expect(mayRate({ isSelf: false, recentTips: 0, hadShow: false, ...more })).toBe(expected);
  });

  test('an average runs from 0 to 100, five stars are 100', () => {
    expect(summarizeRatings([])).toEqual({ average: 0, count: 0 });
    expect(summarizeRatings([0, 0, 0, 0, 3])).toEqual({ average: 100, count: 3 });
    expect(summarizeRatings([1, 0, 0, 0, 0])).toEqual({ average: 20, count: 1 });
    expect(summarizeRatings([1, 1, 1, 1, 1])).toEqual({ average: 60, count: 5 });
    expect(summarizeRatings([0, 0, 1, 1, 1])).toEqual({ average: 80, count: 3 });
  });
});
