import { expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { fanTiers } from './fan-tiers.ts';

const site = await useTestSite();
const prices = { supporter: 120, insider: 240, legend: 480 };

test('a fan club tells its levels, and with profile the performer (FANCLUB-006) (FANCLUB-015) (FANCLUB-002) (CONSTANTS-014) (CONSTANTS-015)', async () => {
  const model = await site.join({
    type: 'model',
    settings: { fanclub_enabled: true, fanclub_prices: prices },
  });
  const reader = await site.join();
  const read = (profile: '0' | '1') =>
    reader.call('getFanClub', { params: { username: model.username }, query: { profile } });
  const bare = await read('0');
  expect(bare.tiers.map(({ level, price, discount_percent }) => [level, price, discount_percent])).toEqual([
    ['supporter', 120, 0],
    ['insider', 240, 10],
    ['legend', 480, 25],
  ]);
  expect(bare).toMatchObject({ membership: null, members: 0, posts: [], next_cursor: null, user: null });
  expect((await read('1')).user).toMatchObject({ username: model.username });
  const { fanclub } = await reader.call('getBio', { params: { username: model.username } });
  expect(fanclub).toEqual(bare.tiers);
});

test('without one, of nobody, and of a room that put the reader out there is none (fan_club.off) (rooms.not_found) (rooms.banned)', async () => {
  const [model, reader] = [await site.join({ type: 'model' }), await site.join()];
  const read = (username: string) => reader.call('getFanClub', { params: { username }, query: {} });
  expect(await codeOf(read(model.username))).toBe('fan_club.off');
  expect(await codeOf(read('nobody_is_here'))).toBe('rooms.not_found');
  expect(await codeOf(read(reader.username))).toBe('rooms.not_found');
  await model.call('moderate', {
    params: { username: model.username },
    body: { action: 'ban', username: reader.username },
  });
  expect(await codeOf(read(model.username))).toBe('rooms.banned');
});

test('prices rise with the level, or the setting is refused (common.invalid_input)', async () => {
  const model = await site.join({ type: 'model' });
  const save = (fanclub_prices: typeof prices) => model.call('saveSettings', { body: { fanclub_prices } });
  expect(await codeOf(save({ supporter: 200, insider: 100, legend: 400 }))).toBe('common.invalid_input');
  expect((await save(prices)).settings.fanclub_prices).toEqual(prices);
  const viewer = await site.join();
  expect(await codeOf(viewer.call('saveSettings', { body: { fanclub_enabled: true } }))).toBe(
    'settings.not_allowed',
  );
});

test('a club that is off has no levels', () => {
  expect(fanTiers({ fanclub_enabled: false, fanclub_prices: prices })).toEqual([]);
});
