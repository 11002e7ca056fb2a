import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import type { FeedReader } from '../features/ledger/index.ts';
import type { FactReader } from '../platform/events/index.ts';
import type { Chore, Kit } from '../platform/kit.ts';
import { houseOf } from './house.ts';

const kit = {} as Kit;
const chore: Chore = { failure: 'x', everyMs: 1, on: 'one', run: () => Promise.resolve() };
const factReader: FactReader = { name: 'test', on: [] };
const feedReader: FeedReader = {
  name: 'test',
  from: 'now',
  concerns: () => true,
  handle: () => Promise.resolve(),
};
const routes = (_app: FastifyInstance) => undefined;

test('a feature gets those before it, and all of them are run, but nothing of the configuration', () => {
  const first = { chores: [chore], two: 2 };
  const house = houseOf(kit, { given: 1, chores: [] })
    .add('first', () => first)
    .add('second', (_kit, uses: { given: number; first: { two: number } }) => ({
      three: uses.given + uses.first.two,
    }));
  expect(house.features).toEqual({ given: 1, chores: [], first, second: { three: 3 } });
  expect(house.running).toEqual([first, { three: 3 }]);
});

test('a part that would never be run, by its type or its name, does not compile', () => {
  const house = houseOf(kit, {});
  house.add('right', () => ({
    chores: [chore],
    factReaders: [factReader],
    feedReaders: [feedReader],
    routes,
  }));
  house.add('others', () => ({
    chore,
    reader: factReader,
    list: [1],
    ask: () => 1,
    find: (id: string) => id,
  }));
  // @ts-expect-error one chore is no list of chores
  house.add('a', () => ({ chores: chore }));
  // @ts-expect-error facts are read by others than the feed
  house.add('b', () => ({ feedReaders: [factReader] }));
  // @ts-expect-error routes are given the server
  house.add('c', () => ({ routes: (port: number) => void port }));
  // @ts-expect-error a start is a function
  house.add('d', () => ({ start: Promise.resolve() }));
  // @ts-expect-error chores are run as `chores`
  house.add('e', () => ({ chore: [chore] }));
  // @ts-expect-error readers of the feed are run as `feedReaders`
  house.add('f', () => ({ feedreaders: [feedReader] }));
  // @ts-expect-error readers of facts are run as `factReaders`
  house.add('g', () => ({ factReader: [factReader] as const }));
  // @ts-expect-error routes are served as `routes`
  house.add('h', () => ({ route: routes }));
  // @ts-expect-error a feature is an object
  house.add('i', () => undefined);
  expect(house.running).toEqual([]);
});
