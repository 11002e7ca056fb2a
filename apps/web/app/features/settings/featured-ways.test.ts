import { viewerSettings } from '@klieg/contract';
import { expect, test } from 'vitest';
import { FEATURED_WAYS, featuredWays, withWay } from './featured-ways.ts';

test('every choice of ways is a setting that the contract takes and that reads back the same (SETTINGS-016)', () => {
  const field = viewerSettings.shape.featured_show_notification;
  for (let bits = 0; bits < 8; bits += 1) {
    const chosen = FEATURED_WAYS.filter((_, position) => (bits >> position) & 1);
    const setting = chosen.reduce((text, way) => withWay(featuredWays(text), way, true), 'none');
    expect(field.parse(setting)).toBe(setting);
    expect([...featuredWays(setting)]).toEqual(chosen);
  }
});

test('taking the last way away leaves none', () => {
  expect(withWay(new Set(['web']), 'web', false)).toBe('none');
});
