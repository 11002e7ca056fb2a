import { expect, test } from 'vitest';
import { accessOf, ageMarks, bundlePrice, finalPrice, isThereFor, partsOf, slugOf } from './media-rules.ts';

const media = { tokenPrice: 99, fanLevel: null, isFreeNoAuth: false } as const;
const viewer = { isLoggedIn: true, isOwner: false, isStaff: false, hasBought: false, level: null } as const;

test('the right to a media: its performer, its buyer, what is free, what the club includes, staff, or none', () => {
  expect(accessOf(media, viewer)).toBe('locked');
  expect(accessOf(media, { ...viewer, isOwner: true })).toBe('owned');
  expect(accessOf(media, { ...viewer, hasBought: true })).toBe('purchased');
  expect(accessOf(media, { ...viewer, isStaff: true })).toBe('preview');
  expect(accessOf(media, { ...viewer, level: 'insider' })).toBe('locked');
  expect(accessOf(media, { ...viewer, level: 'legend' })).toBe('fanclub');
  expect(accessOf({ ...media, fanLevel: 'supporter' }, { ...viewer, level: 'insider' })).toBe('fanclub');
  expect(accessOf({ ...media, fanLevel: 'legend' }, { ...viewer, level: 'insider' })).toBe('locked');
  expect(accessOf({ ...media, isFreeNoAuth: true }, { ...viewer, isLoggedIn: false })).toBe('free');
  expect(accessOf({ ...media, tokenPrice: 0 }, { ...viewer, isLoggedIn: false })).toBe('locked');
  expect(accessOf({ ...media, tokenPrice: 0 }, viewer)).toBe('free');
});

test('the price is the level’s, rounded down, and nothing for what opens (FANCLUB-017) (CONSTANTS-014) (CONSTANTS-015)', () => {
  expect(
    (['supporter', 'insider', 'legend', null] as const).map((level) => finalPrice(media, 'locked', level)),
  ).toEqual([99, 89, 74, 99]);
  expect(
    (['owned', 'purchased', 'free', 'fanclub'] as const).map((access) => finalPrice(media, access, null)),
  ).toEqual([0, 0, 0, 0]);
});

test('the parts of what is bought together are whole and make the sum', () => {
  expect(bundlePrice([33, 50, 18])).toBe(80);
  expect(partsOf([33, 50, 18], 80)).toEqual([26, 39, 15]);
  expect([bundlePrice([]), partsOf([], 0), partsOf([0, 0], 0)]).toEqual([0, [], [0, 0]]);
  for (let total = 0; total < 60; total++) {
    const parts = partsOf([7, 1, 40, 0, 13], total);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
  }
});

test('a media is there by what has become of it and for whom', () => {
  const of = (status: 'review' | 'live' | 'rejected' | 'removed', isGone = false) => ({
    status,
    deletedAt: isGone ? new Date() : null,
  });
  const anybody = { isOwner: false, isStaff: false, hasBought: false };
  const seen = (who: object) =>
    [of('review'), of('live'), of('rejected'), of('removed'), of('live', true)].map((one) =>
      isThereFor(one, { ...anybody, ...who }),
    );
  expect(seen({})).toEqual([false, true, false, false, false]);
  expect(seen({ isOwner: true })).toEqual([true, true, true, true, false]);
  expect(seen({ hasBought: true })).toEqual([true, true, true, false, true]);
  expect(seen({ isStaff: true })).toEqual([true, true, true, true, true]);
});

test('new for thirty days, recent for a day (CONSTANTS-033) (CONSTANTS-072)', () => {
  const now = Date.parse('2026-11-28T00:00:00Z');
  const at = (ageMs: number) => ageMarks(new Date(now - ageMs), now);
  expect(at(86_399_999)).toEqual({ is_new: true, is_recent: true });
  expect(at(86_400_000)).toEqual({ is_new: true, is_recent: false });
  expect(at(2_592_000_000 - 1)).toEqual({ is_new: true, is_recent: false });
  expect(at(2_592_000_000)).toEqual({ is_new: false, is_recent: false });
});

test('names become words of an address', () => {
  expect(['A walk by the Sea!', 'Über Öl', '!!!', '海', 'x'.repeat(90)].map(slugOf)).toEqual([
    'a-walk-by-the-sea',
    'uber-ol',
    'media',
    'media',
    'x'.repeat(60),
  ]);
});
