import { expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';
import { performerOf, type Performer, seatPerformers } from '../testing-performer-store.ts';

const site = await useTestSite({ env: { ...BEHIND_PROXY, BANNED_TERMS: 'underage' } });
const performer = (username: string, more: Partial<Performer> = {}): Performer => ({
  ...performerOf(0, () => 0),
  username,
  tags: [],
  languages: ['english'],
  status: 'offline',
  blocks: [],
  country: 'DE',
  ...more,
});
await seatPerformers(site, [
  ...['caspian_one', 'caspian_two', 'caspian_three', 'caspiano'].map((name) => performer(name)),
  performer('otis_grey', { tags: ['piano'], status: 'online' }),
  performer('mirela_stan', { tags: ['piano'], status: 'offline' }),
  performer('piano_wilk', { tags: ['talk'] }),
  performer('piano_live', { tags: ['talk'], status: 'standby' }),
  performer('hidden_one', { tags: ['piano'], status: 'online', blocks: ['DE'] }),
  performer('marlowe_vance', { tags: ['vinyl'], status: 'online', gender: 'm', languages: ['german'] }),
  performer('marlowe_berg', { tags: ['vinyl'] }),
  performer('grey_moth'),
]);
await site.site.catalog.reload();
const guest = await site.visit({ country: 'DE' });
const search = (term: string, query: Record<string, string> = {}) =>
  guest.call('search', { params: { term }, query });
const found = async (term: string, query: Record<string, string> = {}) =>
  (await search(term, query)).userList.map(({ username }) => username);
const suggested = async (q: string) =>
  (await guest.call('suggest', { query: { q } })).models.map(({ username }) => username);

test('a tag leads to its live rooms first, then to names that begin so, then to those who are away (BROWSE-006) (BROWSE-061)', async () => {
  const all = await found('piano');
  expect(all.slice(0, 5)).toEqual(['otis_grey', 'piano_live', 'piano_wilk', 'mirela_stan', 'caspiano']);
  // Fewer than five of them: then what sounds alike, behind all of these.
  expect(all.slice(5).every((name) => name.startsWith('caspian'))).toBe(true);
});

test('pages of one search follow each other without overlap', async () => {
  const all = await found('piano');
  const pages = await Promise.all([1, 2, 3, 4, 5].map((p) => found('piano', { perPage: '2', p: String(p) })));
  expect(pages.flat()).toEqual(all);
  expect((await search('piano', { perPage: '2' })).totalCount).toBe(all.length);
});

test('a slip finds the tag, several words find who has them all, a country who lives there', async () => {
  expect((await found('pinao')).slice(0, 1)).toEqual(['otis_grey']);
  expect(await found('german vinyl')).toEqual(['marlowe_vance']);
  expect(await found('Germany')).toContain('marlowe_vance');
  expect(await found('marlowe berg')).toEqual(['marlowe_berg', 'marlowe_vance']);
});

test('who blocks the place or is of a hidden gender is in no search', async () => {
  expect(await found('piano')).not.toContain('hidden_one');
  expect((await search('hidden_one')).redirect).toBeNull();
  expect(await suggested('hidden')).toEqual([]);
  expect(await found('vinyl', { 'gender-hide': 'm' })).toEqual(['marlowe_berg']);
});

test('an exact name leads to the room, also with a blank in it', async () => {
  expect((await search('Marlowe Vance')).redirect).toBe('/marlowe_vance');
  expect((await search('marlowe')).redirect).toBeNull();
});

test('what the operator does not allow finds nothing, as what nobody has', async () => {
  for (const term of ['Underage', 'qqqqzzzz']) {
    const result = await search(term);
    expect(result, term).toMatchObject({ isSearchEmpty: true, totalCount: 0, userList: [], redirect: null });
    expect(result.alternativeUserList.length).toBeGreaterThan(0);
    expect(result.popularSearchList).toContain('piano');
  }
  expect(await suggested('underage')).toEqual([]);
});

test('suggestions have names that begin so first, live ones before others, then live rooms of that tag, and tags that begin so', async () => {
  const { models, tags } = await guest.call('suggest', { query: { q: 'piano' } });
  expect(models.map(({ username }) => username)).toEqual(['piano_live', 'piano_wilk', 'otis_grey']);
  expect(tags).toEqual(['piano']);
  expect(await suggested('mar')).toEqual(['marlowe_vance', 'marlowe_berg']);
  expect(await suggested('m')).toEqual(['marlowe_vance']);
  // By its first word before any other, even where that one is live.
  expect(await suggested('grey')).toEqual(['grey_moth', 'otis_grey']);
});

test('letters that mean something in a pattern are letters', async () => {
  for (const term of ['%', '_', '.*', '(', '[a', '\\', '^', '$', "'", '🙂', 'a|b', '\\m', '&', '#'])
    expect((await search(term)).responseCode, term).toBe(200);
  expect(await codeOf(search('x'.repeat(65)))).toBe('common.invalid_input');
});
