import { beforeEach, expect, test } from 'vitest';
import { isFromAdvert, keepTracking, keptTracking, TRACKING_MS, trackingOf } from './visit-tracking.ts';

const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const visit = (query: string, more: object = {}) => ({
  query: new URLSearchParams(query),
  pathname: '/girls',
  referrer: 'https://partner.example/page',
  nowMs: NOW,
  ...more,
});

beforeEach(() => localStorage.clear());

test('advert, tour, landing page, referrer, time, u1 to u4, ids of adverts and clicks are read from an address (TRACKING-LOGGING-010)', () => {
  const query =
    'advert_id=ad-7&tour=t&u1=a&u2=b&u3=c&u4=d&ad_id=1&prg=2&click_id=3&gclid=4&sub_id=5&utm_source=x';
  expect(trackingOf(visit(query))).toEqual({
    advert_id: 'ad-7',
    tour: 't',
    landing_page: '/girls',
    referrer: 'https://partner.example/page',
    created_at: '2026-11-25T12:00:00.000Z',
    u1: 'a',
    u2: 'b',
    u3: 'c',
    u4: 'd',
    ad_id: '1',
    campaign_id: '2',
    click_id: '3',
    gclid: '4',
    sub_id: '5',
  });
});

test('what does not fit is left out', () => {
  const { tour, u1, referrer, click_id } = trackingOf(
    visit(`tour=%3Cscript%3E&u1=${'x'.repeat(65)}&click_id=${'x'.repeat(128)}`, {
      referrer: 'https://a.example/ä',
    }),
  );
  expect({ tour, u1, referrer }).toEqual({ tour: undefined, u1: undefined, referrer: undefined });
  expect(click_id).toHaveLength(128);
  expect(isFromAdvert(new URLSearchParams('p=2'))).toBe(false);
  expect(isFromAdvert(new URLSearchParams('gclid=2'))).toBe(true);
});

test('it is kept in the storage of the browser for one hour, then it is gone (TRACKING-LOGGING-012) (CONSTANTS-004)', () => {
  expect(TRACKING_MS).toBe(60 * 60_000);
  const first = keepTracking(visit('advert_id=ad-7'));
  expect(first).toMatchObject({ isNew: true, tracking: { advert_id: 'ad-7' } });
  expect(JSON.parse(localStorage.getItem('klieg.tracking')!)).toEqual(first.tracking);
  // Further pages of the visit change nothing, another advert takes its place.
  expect(keepTracking(visit('', { nowMs: NOW + 1_000 }))).toEqual({ ...first, isNew: false });
  expect(keptTracking(NOW + TRACKING_MS - 1)).toEqual(first.tracking);
  expect(keptTracking(NOW + TRACKING_MS)).toBeUndefined();
  const again = keepTracking(visit('', { nowMs: NOW + TRACKING_MS }));
  expect(again.isNew).toBe(true);
  expect(again.tracking.advert_id).toBeUndefined();
  const other = keepTracking(visit('advert_id=ad-8', { nowMs: NOW + TRACKING_MS + 1 }));
  expect(other).toMatchObject({ isNew: true, tracking: { advert_id: 'ad-8' } });
});

test('what somebody has written into the storage is no tracking', () => {
  for (const text of ['null', '"x"', '{}', '{"created_at":"2999-01-01T00:00:00.000Z"}', 'no json']) {
    localStorage.setItem('klieg.tracking', text);
    expect(keptTracking(NOW), text).toBeUndefined();
  }
});
