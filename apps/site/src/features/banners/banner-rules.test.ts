import { expect, test } from 'vitest';
import { bannerState, isAllowedLink, isShownTo } from './banner-rules.ts';

test('a banner runs from its start to the moment of its end', () => {
  const at = (ms: number) => new Date(ms);
  const times = { startsAt: at(100), endsAt: at(200) };
  expect([99, 100, 199, 200].map((now) => bannerState(times, now))).toEqual([
    'waits',
    'open',
    'open',
    'over',
  ]);
  expect(bannerState({ startsAt: at(100), endsAt: null }, 1e12)).toBe('open');
});

test('guests and viewers are shown theirs and those for all; models and premium members none', () => {
  const viewer = { type: 'other', membership: null };
  expect((['all', 'guest', 'viewer', 'model'] as const).map((one) => isShownTo(one, null))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect((['all', 'guest', 'viewer', 'model'] as const).map((one) => isShownTo(one, viewer))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  for (const audience of ['all', 'guest', 'viewer', 'model'] as const) {
    expect(isShownTo(audience, { type: 'model', membership: null })).toBe(false);
    for (const membership of ['premium', 'vip', 'super_vip'])
      expect(isShownTo(audience, { type: 'other', membership })).toBe(false);
  }
});

test('a link leads to an own path or by https to a listed host, whatever is tried', () => {
  const hosts = ['example.org'];
  for (const url of ['/', '/girls?p=2', 'https://example.org/x', 'https://shop.example.org'])
    expect(isAllowedLink(url, hosts), url).toBe(true);
  for (const url of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/girls/..//evil.example',
    '/%2e//evil.example',
    'http://example.org',
    'https://example.org.evil.example',
    'https://notexample.org',
    'https://example.org@evil.example',
    'https://me:secret@example.org',
    'javascript:alert(1)',
    'girls',
    '/with space',
  ])
    expect(isAllowedLink(url, hosts), url).toBe(false);
  expect(isAllowedLink('https://example.org', [])).toBe(false);
});
