import { uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '../../app/testing-site.ts';
import { performerOf, type Performer, seatPerformers } from './testing-performer-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const performer = (username: string, more: Partial<Performer> = {}): Performer => ({
  ...performerOf(0, () => 0),
  username,
  gender: 'f',
  tags: [],
  languages: ['english'],
  status: 'online',
  blocks: [],
  country: 'DE',
  isNew: false,
  ...more,
});
await seatPerformers(site, [
  performer('otis_grey', { tags: ['piano', 'jazz'] }),
  performer('mirela_stan', { tags: ['piano'], isNew: true }),
  performer('away_one', { status: 'offline', tags: ['piano'] }),
  performer('hidden_one', { blocks: ['DE'] }),
  performer('yoga_known', { status: 'offline', tags: ['yoga'] }),
  performer('yoga_other', { status: 'offline', tags: ['yoga'] }),
  performer('chess_known', { status: 'offline', tags: ['chess'] }),
  performer('chess_other', { status: 'offline', tags: ['chess'] }),
]);
await site.site.catalog.reload();
const guest = await site.visit({ country: 'DE' });
const why = (username: string, who: Pick<typeof guest, 'call'> = guest) =>
  who.call('explainPlace', { params: { username } });

test('points and place are those of the list, and are told to everybody', async () => {
  const listed = (await guest.call('browseHome')).userList.map(({ username }) => username);
  for (const name of ['otis_grey', 'mirela_stan']) {
    const told = await why(name);
    expect(told.position, name).toBe(listed.indexOf(name) + 1);
    expect(told).toMatchObject({ username: name, live_count: 2, for_you: null });
  }
  // Nobody has rated them, nobody watches, both have just opened; three days here of thirty.
  expect((await why('otis_grey')).points).toMatchObject({ viewers: 0, rating: 2.4, newcomer: 0 });
  expect((await why('mirela_stan')).points.newcomer).toBeCloseTo(2.7, 1);
  expect((await why('otis_grey')).points.opened).toBeGreaterThan(1.5);
});

test('who is away has no place among the live rooms', async () => {
  expect(await why('away_one')).toMatchObject({ position: null, live_count: 2 });
});

test('a name that nobody has, or that blocks the place, tells nothing (rooms.not_found)', async () => {
  expect(await codeOf(why('nobody_of_that_name'))).toBe('rooms.not_found');
  expect(await codeOf(why('hidden_one'))).toBe('rooms.not_found');
  const elsewhere = await site.visit({ country: 'US' });
  expect((await why('hidden_one', elsewhere)).live_count).toBe(3);
});

test('a member is told what a room shares with the rooms that they follow, what weighs most first', async () => {
  const member = await site.join();
  expect((await why('mirela_stan', member)).for_you).toBeNull();
  for (const username of ['otis_grey', 'away_one'])
    await member.call('follow', { params: { username }, body: {} });
  expect((await why('mirela_stan', member)).for_you).toEqual({
    rooms: 2,
    traits: [
      { kind: 'tag', value: 'piano', rooms: 2 },
      { kind: 'gender', value: 'f', rooms: 2 },
      { kind: 'language', value: 'english', rooms: 2 },
    ],
  });
  // A room is no reason for itself.
  expect((await why('otis_grey', member)).for_you).toMatchObject({ rooms: 1 });
});

test('tips of a member count for what they are shown, and more than whom they only follow (BROWSE-024)', async () => {
  const member = await site.join({ tokens: 100, from: { country: 'DE' } });
  const order = async () => {
    const { userList } = await member.call('browseGender', { params: { gender: 'for-you' } });
    return userList.map(({ username }) => username).filter((name) => name.endsWith('_other'));
  };
  await member.call('follow', { params: { username: 'yoga_known' }, body: {} });
  expect(await order()).toEqual(['yoga_other', 'chess_other']);
  const { id } = site.site.catalog.byName('chess_known')!;
  await member.call('sendTip', {
    params: { id: String(id) },
    body: { amount: 25 },
    idempotencyKey: uuidv7(),
  });
  expect(await order()).toEqual(['chess_other', 'yoga_other']);
  expect((await why('chess_other', member)).for_you).toMatchObject({
    rooms: 2,
    // A tipped room weighs as much as two others: its tag comes before what both rooms share.
    traits: [{ value: 'chess', rooms: 1 }, { value: 'f', rooms: 2 }, { value: 'english' }],
  });
});
