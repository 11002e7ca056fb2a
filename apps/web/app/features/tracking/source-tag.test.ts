import { beforeEach, expect, test } from 'vitest';
import { drawOfVisit, sourceTag } from './source-tag.ts';

const sources = { percents: { half: 50, most: 75, none: 0 }, postpayOneIn: 20 };
const DRAWS = Array.from({ length: 1_000 }, (_, at) => at / 1_000);
const told = (tag: string, visit: Parameters<typeof sourceTag>[0]) =>
  DRAWS.filter((draw) => sourceTag(visit, sources, draw) === tag).length / DRAWS.length;

beforeEach(() => sessionStorage.clear());

test('of adverts that are sampled so many percent of the visits are told by their name, of others every visit (CONSTANTS-037) (CONSTANTS-038)', () => {
  const of = (advertId: string) => ({ advertId, isPostPay: true });
  expect([told('half', of('half')), told('most', of('most')), told('none', of('none'))]).toEqual([
    0.5, 0.75, 0,
  ]);
  expect([told('advert', of('half')), told('advert', of('most'))]).toEqual([0.5, 0.25]);
  // Also one that is called like a part of every object.
  expect([told('other', of('other')), told('constructor', of('constructor'))]).toEqual([1, 1]);
});

test('one in twenty visits without an advert, of people who pay later, says that they do (CONSTANTS-039)', () => {
  const visit = { advertId: undefined, isPostPay: true };
  expect([told('postpay', visit), told('direct', visit)]).toEqual([0.05, 0.95]);
  expect(told('direct', { advertId: undefined, isPostPay: false })).toBe(1);
  expect(sourceTag(visit, { ...sources, postpayOneIn: 0 }, 0)).toBe('direct');
});

test('a visit is drawn once; what is no number is drawn anew', () => {
  const first = drawOfVisit();
  expect([first >= 0 && first < 1, drawOfVisit()]).toEqual([true, first]);
  sessionStorage.setItem('klieg.source-draw', 'heads');
  const second = drawOfVisit();
  expect([second >= 0 && second < 1, drawOfVisit()]).toEqual([true, second]);
});
