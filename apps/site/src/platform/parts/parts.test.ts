import { expect, test } from 'vitest';
import { type Flat, joinParts, joinShares, type Part, unflatten } from './parts.ts';

interface Whole {
  readonly user: { readonly name: string; readonly stars: number };
  readonly tokens: number;
}
type FlatWhole = Flat<Whole, 'user'>;
type Ask = { readonly id: number };
const partOf = <K extends keyof FlatWhole>(
  empty: Pick<FlatWhole, K>,
  read: (ask: Ask) => Partial<Pick<FlatWhole, K>>,
): Part<Ask, Pick<FlatWhole, K>> => ({ empty, read: (asks) => Promise.resolve(asks.map(read)) });

const names = partOf<'user.name'>({ 'user.name': '' }, ({ id }) => ({ 'user.name': `person ${id}` }));
const stars = partOf<'user.stars'>({ 'user.stars': 0 }, ({ id }) => (id > 1 ? { 'user.stars': id } : {}));
const tokens = partOf<'tokens'>({ tokens: 0 }, ({ id }) => ({ tokens: 10 * id }));

test('a whole is read of its parts in one batch each, with empty values where nothing is known', async () => {
  const whole = joinParts<Ask, FlatWhole>()([names, stars, tokens]);
  const read = await whole.read([{ id: 1 }, { id: 2 }]);
  expect(read.map((one) => unflatten<Whole>(one))).toEqual([
    { user: { name: 'person 1', stars: 0 }, tokens: 10 },
    { user: { name: 'person 2', stars: 2 }, tokens: 20 },
  ]);
  expect(unflatten<Whole>(whole.empty)).toEqual({ user: { name: '', stars: 0 }, tokens: 0 });
});

test('a part that leaves out somebody who was asked about is an error and not an empty value', async () => {
  const short: Part<Ask, Pick<FlatWhole, 'tokens'>> = {
    empty: { tokens: 0 },
    read: () => Promise.resolve([]),
  };
  const whole = joinParts<Ask, FlatWhole>()([names, stars, short]);
  await expect(whole.read([{ id: 1 }])).rejects.toThrow('tokens');
});

test('a key without an owner, or with two, does not compile', () => {
  // @ts-expect-error nobody owns `tokens`
  joinParts<Ask, FlatWhole>()([names, stars]);
  // @ts-expect-error `tokens` has two owners
  joinParts<Ask, FlatWhole>()([names, stars, tokens, tokens]);
  expect(true).toBe(true);
});

test('shares make a whole; a key without an owner, or with two, does not compile', () => {
  const [first, second] = [{ 'user.name': 'x', 'user.stars': 1 }, { tokens: 2 }];
  expect(joinShares<FlatWhole>()([first, second])).toEqual({ 'user.name': 'x', 'user.stars': 1, tokens: 2 });
  // @ts-expect-error nobody owns `tokens`
  joinShares<FlatWhole>()([first]);
  // @ts-expect-error `tokens` has two owners
  joinShares<FlatWhole>()([first, second, second]);
});
