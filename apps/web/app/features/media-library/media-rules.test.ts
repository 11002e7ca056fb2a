import { expect, test } from 'vitest';
import { canBuyAll, discountPercent, freshness, holdingOf } from './media-rules.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const item = { id: 9, access_type: 'locked', owned: false, is_free_no_auth: false, final_price: 45 } as const;

test('media are recent for less than a day and new for less than 30 days (CONSTANTS-033) (CONSTANTS-072)', () => {
  const at = (ms: number) => freshness(new Date(NOW - ms).toISOString(), NOW);
  expect(at(86_399_999)).toBe('recent');
  expect(at(86_400_000)).toBe('new');
  expect(at(2_591_999_999)).toBe('new');
  expect(at(2_592_000_000)).toBe('old');
});

test('what the account has bought is its own at once, whatever an older answer says', () => {
  expect(holdingOf(item, [])).toBe('none');
  expect(holdingOf(item, [9])).toBe('bought');
  expect(holdingOf({ ...item, owned: true }, [])).toBe('bought');
  expect(holdingOf({ ...item, access_type: 'owned' }, [9])).toBe('own');
  expect(holdingOf({ ...item, access_type: 'fanclub' }, [])).toBe('club');
  expect(holdingOf({ ...item, final_price: 0 }, [])).toBe('free');
  expect(holdingOf({ ...item, is_free_no_auth: true }, [])).toBe('free');
});

test('the reduction is told in whole percent, and not where there is none', () => {
  expect(discountPercent({ token_price: 250, final_price: 225 })).toBe(10);
  expect(discountPercent({ token_price: 333, final_price: 249 })).toBe(25);
  expect(discountPercent({ token_price: 250, final_price: 250 })).toBe(0);
  expect(discountPercent({ token_price: 0, final_price: 0 })).toBe(0);
});

test('all are offered together from two on (MEDIA-LIBRARY-036)', () => {
  expect(canBuyAll({ count: 1 })).toBe(false);
  expect(canBuyAll({ count: 2 })).toBe(true);
});
