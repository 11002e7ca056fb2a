import { AGE_RANGES, RATE_RANGES } from '@klieg/contract/features/discovery/ranges';
import { type Random, randomOf } from '@klieg/testing/random';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';
import { type Performer, performersOf, seatPerformers } from '../testing-performer-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const performers = performersOf(250, 5);
await seatPerformers(site, performers);
await site.site.catalog.reload();
const guest = await site.visit({ country: 'DE' });
const names = (list: readonly { readonly username: string }[]) => list.map(({ username }) => username);

const REGION: Readonly<Record<string, string>> = {
  DE: 'europe',
  US: 'usa',
  RO: 'eastern-europe',
  JP: 'asia',
  BR: 'central-south-america',
  ZA: 'africa',
};
const isWithin = (value: number, range: string): boolean => {
  const [from, to] = range.split('-').map(Number) as [number, number];
  return value >= from && value <= to;
};
type Asked = Readonly<Partial<Record<'lang' | 'tag' | 'rate' | 'region' | 'gender-hide', readonly string[]>>>;
const isReady = ({ isPrivate, status }: Performer) =>
  isPrivate && (status === 'online' || status === 'standby');
const offers: Readonly<Record<string, (performer: Performer) => boolean>> = {
  'is-live': ({ status }) => status !== 'offline',
  'is-private': isReady,
  'is-spy': ({ status }) => status === 'private',
  'is-new': ({ isNew }) => isNew,
};

/**
 * The rule in plain words: of one field one value is enough, all fields must hold, and so the kinds of tags: topics, ages,
 * what a room is doing; and each thing that it offers besides.
 */
function fits(performer: Performer, asked: Asked): boolean {
  const { lang = [], tag = [], rate = [], region = [] } = asked;
  const ages = tag.filter((word) => word.startsWith('age-'));
  const topics = tag.filter((word) => !word.startsWith('age-') && !word.startsWith('is-'));
  const doing = tag.filter((word) => word === 'is-live' || word === 'is-spy');
  const offered = tag.filter((word) => word === 'is-private' || word === 'is-new');
  const holds = (list: readonly string[], is: (word: string) => boolean) =>
    list.length === 0 || list.some(is);
  return (
    holds(lang, (word) => performer.languages.includes(word)) &&
    holds(topics, (word) => performer.tags.includes(word)) &&
    holds(ages, (word) => isWithin(performer.age, word.slice(4))) &&
    holds(doing, (word) => offers[word]!(performer)) &&
    offered.every((word) => offers[word]!(performer)) &&
    holds(rate, (word) => performer.isPrivate && isWithin(performer.cost, word)) &&
    holds(region, (word) => REGION[performer.country] === word) &&
    !(asked['gender-hide'] ?? []).includes(performer.gender)
  );
}

const LANGUAGES = [...new Set(performers.flatMap(({ languages }) => languages))];
const TOPICS = [...new Set(performers.flatMap(({ tags }) => tags))];
const some = (list: readonly string[], random: Random): string[] => list.filter(() => random(4) === 0);
const askedBy = (random: Random): Asked => ({
  lang: random(2) ? some(['english', 'german', 'spanish', 'korean'], random) : [],
  tag: random(2)
    ? some(
        ['piano', 'vinyl', 'chess', 'age-18-22', 'age-30-39', 'is-live', 'is-private', 'is-spy', 'is-new'],
        random,
      )
    : [],
  rate: random(3) ? [] : some(['6-18', '18-60', '60-120', '120-999', '7-9'], random),
  region: random(3) ? [] : some(['africa', 'europe', 'usa', 'asia'], random),
  'gender-hide': random(2) ? [] : some(['f', 'm', 't'], random),
});
const find = (asked: Asked, more: Record<string, string> = {}) =>
  guest.call('browseFiltered', {
    query: {
      ...Object.fromEntries(Object.entries(asked).map(([field, values]) => [field, values.join(',')])),
      perPage: '200',
      ...more,
    },
  });

describe('filters', () => {
  test('find what looking at everybody finds, and each count is what that value would leave (BROWSE-007) (BROWSE-051) (BROWSE-057) (BROWSE-064)', async () => {
    const random = randomOf(11);
    for (let turn = 0; turn < howMany(50, 1_000); turn++) {
      const asked = askedBy(random);
      const told = JSON.stringify(asked);
      const { userList, totalCount, counts, isSearchEmpty } = await find(asked);
      const expected = performers.filter((performer) => fits(performer, asked));
      expect(names(userList).slice(0, 200).toSorted().slice(0, 200), told).toEqual(
        expected.length <= 200 ? names(expected).toSorted() : expect.anything(),
      );
      expect(totalCount, told).toBe(expected.length);
      expect(isSearchEmpty).toBe(expected.length === 0);
      // Each value counted with all other fields as they are.
      const countOf = (change: Partial<Asked>) =>
        performers.filter((performer) => fits(performer, { ...asked, ...change })).length;
      const without = (prefix: RegExp) => (asked.tag ?? []).filter((word) => !prefix.test(word));
      for (const language of LANGUAGES)
        expect(counts!.language[language] ?? 0, `${told} ${language}`).toBe(countOf({ lang: [language] }));
      for (const region of new Set(Object.values(REGION)))
        expect(counts!.location[region] ?? 0, `${told} ${region}`).toBe(countOf({ region: [region] }));
      for (const range of RATE_RANGES)
        expect(counts!.privateRate[range] ?? 0, `${told} ${range}`).toBe(countOf({ rate: [range] }));
      for (const topic of TOPICS)
        expect(counts!.tag[topic] ?? 0, `${told} ${topic}`).toBe(
          countOf({ tag: [...without(/^(?!age-|is-)/), topic] }),
        );
      for (const range of AGE_RANGES)
        expect(counts!.tag[`age-${range}`] ?? 0, `${told} ${range}`).toBe(
          countOf({ tag: [...without(/^age-/), `age-${range}`] }),
        );
      expect(counts!.tag['is-live'] ?? 0, told).toBe(
        countOf({ tag: [...without(/^is-(live|spy)/), 'is-live'] }),
      );
      expect(counts!.tag['is-new'] ?? 0, told).toBe(countOf({ tag: [...(asked.tag ?? []), 'is-new'] }));
      const everyGender = { ...asked, 'gender-hide': [] };
      for (const gender of ['f', 'm', 't', 'c'])
        expect(counts!.gender[gender] ?? 0, `${told} ${gender}`).toBe(
          performers.filter((performer) => performer.gender === gender && fits(performer, everyGender))
            .length,
        );
    }
  });

  test('come in pages of 60 and then 30 that follow each other without overlap (CONSTANTS-066)', async () => {
    const first = await guest.call('browseFiltered', { query: {} });
    expect(first.perPageCount).toBe(60);
    expect(first.userList).toHaveLength(60);
    const more = await guest.call('browseFiltered', { query: { p: '3', perPage: '30' } });
    const all = await find({});
    expect([...names(first.userList), ...names(more.userList)]).toEqual(names(all.userList).slice(0, 90));
  });

  test('of a search are of whom it finds alone, in its order and with their own counts; letting all go leaves the search', async () => {
    const term = TOPICS[0]!;
    const found = names(
      (await guest.call('search', { params: { term }, query: { perPage: '100' } })).userList,
    );
    const all = await find({}, { q: term });
    expect([all.totalCount, names(all.userList)]).toEqual([found.length, found]);
    const second = await find({}, { q: term, perPage: '3', p: '2' });
    expect(names(second.userList)).toEqual(found.slice(3, 6));
    expect(all.counts!.tag[term]).toBe(performers.filter(({ tags }) => tags.includes(term)).length);
    // Some say none.
    const [lang] = performers
      .filter(({ username }) => found.includes(username))
      .flatMap(({ languages }) => languages);
    const some = await find({ lang: [lang!] }, { q: term });
    expect(names(some.userList).toSorted()).toEqual(
      performers
        .filter(({ username, languages }) => found.includes(username) && languages.includes(lang!))
        .map(({ username }) => username)
        .toSorted(),
    );
    const none = await find({ tag: ['no-such-topic'] }, { q: term });
    expect([none.isSearchEmpty, none.dropAllCount]).toEqual([true, found.length]);
    expect((await find({}, { q: 'nobody is called so' })).totalCount).toBe(0);
    expect(await codeOf(find({}, { q: 'x'.repeat(65) }))).toBe('common.invalid_input');
  });

  test.runIf(isFullRun)(
    'that find nobody say of each what letting it go would bring back, exactly, and nothing of others',
    async () => {
      const random = randomOf(23);
      let empty = 0;
      for (let turn = 0; turn < howMany(250, 3_000); turn++) {
        const asked = askedBy(random);
        const { totalCount, dropList, dropAllCount } = await find(asked);
        const told = JSON.stringify({ asked, dropList });
        if (totalCount > 0) {
          expect({ dropList, dropAllCount }, told).toEqual({ dropList: [], dropAllCount: 0 });
          continue;
        }
        empty += 1;
        expect(dropAllCount, told).toBe(performers.length);
        const fieldOf: Partial<Record<string, keyof Asked>> = {
          lang: 'lang',
          tag: 'tag',
          rate: 'rate',
          region: 'region',
          'gender-hide': 'gender-hide',
        };
        for (const { field, values, count, examples } of dropList) {
          const key = fieldOf[field]!;
          const rest = { ...asked, [key]: asked[key]!.filter((word) => !values.includes(word)) };
          const left = performers.filter((performer) => fits(performer, rest));
          expect(count, told).toBe(left.length);
          expect(names(left)).toEqual(expect.arrayContaining(examples));
          expect(examples).toHaveLength(Math.min(2, count));
          expect(values.every((word) => asked[key]!.includes(word))).toBe(true);
        }
        expect(dropList.map(({ count }) => count)).toEqual(
          dropList.map(({ count }) => count).toSorted((a, b) => b - a),
        );
        // A field whose loss brings somebody back is in the list.
        for (const key of ['lang', 'rate', 'region', 'gender-hide'] as const) {
          const without = performers.filter((performer) => fits(performer, { ...asked, [key]: [] })).length;
          const isListed = dropList.some(({ field }) => field === key);
          expect(isListed, `${told} ${key}`).toBe((asked[key] ?? []).length > 0 && without > 0);
        }
      }
      expect(empty).toBeGreaterThan(20);
    },
  );

  test('of a source of one’s own that is empty offer to leave it', async () => {
    const fan = await site.join({ from: { country: 'DE' } });
    const { dropList } = await fan.call('browseFiltered', { query: { source: 'following' } as never });
    expect(dropList).toMatchObject([{ field: 'source', values: ['following'], count: performers.length }]);
  });

  test('that find nobody say so, with live rooms to see instead', async () => {
    const result = await find({ lang: ['korean'] });
    expect(result).toMatchObject({ totalCount: 0, isSearchEmpty: true, userList: [] });
    expect(result.alternativeUserList.length).toBeGreaterThan(0);
    expect(result.counts!.language['english']).toBeGreaterThan(0);
  });

  test('by source have whom one follows, has visited, and who is new; nobody of a guest’s own', async () => {
    const fan = await site.join({ from: { country: 'DE' } });
    const [followed, visited] = performers.filter(
      ({ status, blocks }) => status === 'online' && blocks.length === 0,
    );
    await fan.call('follow', { params: { username: followed!.username }, body: {} } as never);
    const lobby = await fan.openLobby();
    (await fan.openRoom(lobby, visited!.username)).close();
    lobby.close();
    const of = async (source: string) =>
      names((await fan.call('browseFiltered', { query: { source, perPage: '200' } as never })).userList);
    expect(await of('following')).toEqual([followed!.username]);
    await expect.poll(() => of('history'), { timeout: 60_000 }).toEqual([visited!.username]);
    const newOnes = performers.filter(({ isNew }) => isNew);
    expect((await of('new')).toSorted()).toEqual(names(newOnes).toSorted());
    for (const source of ['following', 'history'])
      expect((await guest.call('browseFiltered', { query: { source } as never })).totalCount).toBe(0);
  });

  test('refuse what is no filter, and take what is hostile as a value that nobody has', async () => {
    for (const query of [
      { sort: 'x' },
      { tag: 'A B' },
      { rate: '6-18-60' },
      { lang: 'x'.repeat(500) },
      { tag: ',' },
      { source: 'x' },
      { tag: Array.from({ length: 30 }, (_, i) => `t${i}`).join(',') },
    ])
      expect(
        await codeOf(guest.call('browseFiltered', { query: query as never })),
        JSON.stringify(query),
      ).toBe('common.invalid_input');
    expect((await find({ tag: ['constructor'] })).totalCount).toBe(0);
    expect((await find({ lang: [] }, { lang: '' })).totalCount).toBe(performers.length);
  });
});
