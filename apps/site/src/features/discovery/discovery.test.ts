import { describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

describe('browsing', () => {
  test('answers one page with 98 cards by default and the shape of the documents (BROWSE-048) (BROWSE-055) (CONSTANTS-062)', async () => {
    await site.join({ type: 'model' });
    const result = await (await site.visit()).call('browseHome');
    expect(result).toMatchObject({
      perPageCount: 98,
      isSearchEmpty: false,
      responseCode: 200,
      redirect: null,
      mediaList: [],
      counts: null,
    });
    expect(result.totalCount).toBe(result.userList.length);
    expect(result.tabList.map((tab) => tab.url)).toEqual(['/girls', '/men', '/trans', '/couples']);
  });

  test('a gender page shows its own, a hidden gender nowhere (BROWSE-001)', async () => {
    const model = await site.join({ type: 'model' });
    const guest = await site.visit();
    const names = (list: { username: string }[]) => list.map((card) => card.username);
    expect(names((await guest.call('browseGender', { params: { gender: 'girls' } })).userList)).toContain(
      model.username,
    );
    expect(names((await guest.call('browseGender', { params: { gender: 'men' } })).userList)).not.toContain(
      model.username,
    );
    expect(
      names((await guest.call('browseHome', { query: { 'gender-hide': 'f,m' } })).userList),
    ).not.toContain(model.username);
    expect(await codeOf(guest.call('browseHome', { query: { 'gender-hide': 'f,f' } }))).toBe(
      'common.invalid_input',
    );
  });

  test('an unknown address is not found (discovery.unknown_path)', async () => {
    expect(await codeOf((await site.visit()).call('browseGender', { params: { gender: 'robots' } }))).toBe(
      'discovery.unknown_path',
    );
  });

  test('live rooms stand first, pages follow each other without overlap, a page past the end is empty', async () => {
    const models = await Promise.all(Array.from({ length: 5 }, () => site.join({ type: 'model' })));
    await site.site.broadcasts.start(
      (await site.site.accounts.findByUsername(models[3]!.username))!,
      'test',
      'webrtc',
    );
    await site.site.catalog.reload();
    const guest = await site.visit();
    const page = async (p: number) =>
      (await guest.call('browseHome', { query: { p: String(p), perPage: '2' } })).userList.map(
        (card) => card.username,
      );
    const [first, second] = [await page(1), await page(2)];
    expect(first[0]).toBe(models[3]!.username);
    expect(new Set([...first, ...second]).size).toBe(4);
    expect(await page(1000)).toEqual([]);
  });

  test('a model who blocks a country is absent there, in lists and counts', async () => {
    const hidden = await site.join({ type: 'model', settings: { blocked_countries: ['FR'] } });
    const strictSite = site.site.catalog;
    expect(strictSite.isBlockedFor(hidden.username, { country: 'FR', state: null })).toBe(true);
    expect(strictSite.isBlockedFor(hidden.username, { country: 'DE', state: null })).toBe(false);
    // Who is nowhere may be anywhere.
    expect(strictSite.isBlockedFor(hidden.username, { country: null, state: null })).toBe(true);
  });

  test('a model who blocks a state is absent there alone', async () => {
    const hidden = await site.join({ type: 'model', settings: { blocked_states: ['US-FL'] } });
    const { catalog } = site.site;
    await catalog.reload();
    expect(catalog.isBlockedFor(hidden.username, { country: 'US', state: 'US-FL' })).toBe(true);
    expect(catalog.isBlockedFor(hidden.username, { country: 'US', state: 'US-NY' })).toBe(false);
    expect(catalog.isBlockedFor(hidden.username, { country: 'US', state: null })).toBe(true);
    expect(catalog.isBlockedFor(hidden.username, { country: 'FR', state: null })).toBe(false);
  });
});

describe('search', () => {
  test('finds by part of a name, forgives a slip, leads straight to an exact name (BROWSE-006) (BROWSE-049)', async () => {
    const model = await site.join({ type: 'model', username: 'saoirse_daly' });
    const guest = await site.visit();
    const found = async (term: string) => guest.call('search', { params: { term } });
    expect((await found('saoir')).userList[0]!.username).toBe(model.username);
    expect((await found('saoirze')).userList.map((card) => card.username)).toContain(model.username);
    expect((await found('saoirse_daly')).redirect).toBe('/saoirse_daly');
    expect((await found('Saoirse')).perPageCount).toBe(40);
  });

  test('that finds nothing offers others', async () => {
    await site.join({ type: 'model' });
    const result = await (await site.visit()).call('search', { params: { term: 'qqqqzzzz' } });
    expect(result).toMatchObject({ isSearchEmpty: true, userList: [], totalCount: 0 });
    expect(result.alternativeUserList.length).toBeGreaterThan(0);
    expect(result.popularModelSearch.length).toBeGreaterThan(0);
  });

  test('takes wild text as text', async () => {
    const guest = await site.visit();
    for (const term of ['%', "'; drop table accounts; --", '\\', '<script>', '🙂'])
      expect((await guest.call('search', { params: { term } })).responseCode).toBe(200);
  });

  test('suggests performers while one types', async () => {
    await site.join({ type: 'model', username: 'marlowe_vance' });
    const { models } = await (await site.visit()).call('suggest', { query: { q: 'marl' } });
    expect(models).toContainEqual(expect.objectContaining({ username: 'marlowe_vance', status: 'offline' }));
  });
});
