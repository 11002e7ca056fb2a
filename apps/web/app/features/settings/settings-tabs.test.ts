import { expect, test } from 'vitest';
import { settingsTab, tabsFor } from './settings-tabs.ts';

test('an address names a tab, none names the first, an unknown one nothing (SETTINGS-001)', () => {
  expect(settingsTab(undefined)).toBe('profile');
  expect(settingsTab('privacy')).toBe('privacy');
  expect(settingsTab('constructor')).toBeUndefined();
  // What nobody can buy yet is not offered for sale.
  expect(settingsTab('snapchat')).toBeUndefined();
});

test('viewers have no tabs of a room (SETTINGS-001)', () => {
  expect(tabsFor(false)).toEqual([
    'profile',
    'chat',
    'privacy',
    'notifications',
    'security',
    'limits',
    'email',
    'linked',
  ]);
  expect(tabsFor(true)).toEqual([
    'profile',
    'chat',
    'privacy',
    'notifications',
    'security',
    'limits',
    'email',
    'linked',
    'broadcast',
    'prices',
    'blocking',
  ]);
});
