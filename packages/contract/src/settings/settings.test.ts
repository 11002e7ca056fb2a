import { expect, test } from 'vitest';
import { api, defaultSettings, type Settings } from '../index.ts';

// Default, accepted values and neighbours that are refused, as the wire page has them (section 7.1).
const { body } = api.saveSettings;
const isTaken = (key: keyof Settings, value: unknown): boolean => body.safeParse({ [key]: value }).success;

type Row = readonly [keyof Settings, unknown, readonly unknown[], readonly unknown[], string];
const ROWS: readonly Row[] = [
  [
    'chat_allowed',
    'tokens',
    ['all', 'tip_anytime', 'tip_recent', 'tokens'],
    ['fans', '', null],
    '(SETTINGS-009)',
  ],
  ['chat_user_sort', 'tokens', ['tokens', 'username'], ['name', null], '(SETTINGS-010)'],
  [
    'font_family',
    'arial',
    ['arial', 'verdana', 'georgia', 'tahoma', 'trebuchet', 'courier'],
    ['Arial', 'serif'],
    '(SETTINGS-011)',
  ],
  ['font_size', '11px', ['9px', '10px', '11px', '14px', '18px'], ['12px', 11, '11'], '(SETTINGS-012)'],
  ['text_color', '#333333', ['#333333', '#ff0000'], ['#333', 'red', '#GGGGGG', '#333333;'], '(SETTINGS-013)'],
  ['volume_tip', 70, [0, 70, 100], [-1, 101, 0.5, '70'], '(SETTINGS-015) (CONSTANTS-010)'],
  [
    'featured_show_notification',
    'none',
    ['none', 'email', 'sms', 'web', 'email,sms', 'email,web', 'sms,web', 'email,sms,web'],
    ['', 'sms,email', 'none,web', 'web,web', 'push'],
    '(SETTINGS-016)',
  ],
  ['private_cost', 30, [6, 30, 999], [5, 1_000, 7.5], '(SETTINGS-017) (CONSTANTS-007)'],
  ['spy_cost', 6, [0, 6, 12, 18, 30], [1, 24, 31], '(SETTINGS-018)'],
  ['broadcast_category', 'solo', ['solo', 'group'], ['duo'], '(SETTINGS-019)'],
  ['mod_expire', 14, [1, 14, 365], [0, 366, 1.5], '(SETTINGS-014) (CONSTANTS-009)'],
  ['dark_mode_enabled', null, [true, false, null], ['YES', 1], '(SETTINGS-029)'],
  ['pm_allow', 'friends', ['all', 'friends', 'fans', 'tokens', 'none'], ['vip'], ''],
  ['slow_mode_seconds', 0, [0, 120], [-1, 121], ''],
  ['chat_notice', null, ['', 'n'.repeat(300), null], ['n'.repeat(301)], ''],
  ['easterEggSound', true, [true, false], ['YES', null], ''],
  ['streaming_partners_enabled', true, [true, false], ['NO'], ''],
  ['speeddate_is_enabled', false, [true, false], [1], ''],
  ['versus_enabled', true, [true, false], [1], ''],
  ['versus_only_higher_in_sort', false, [true, false], [1], ''],
  ['versus_invite_gender_blocked', [], [[], ['f', 'm']], [['x'], ['f', 'f']], ''],
  ['ai_bot_upgrade', false, [true, false], ['YES'], ''],
  ['dickrating_media', 'NO', ['YES', 'NO', true, false], ['yes', 1, null], ''],
  ['dickrating_price', 250, [50, 10_000], [49, 10_001, 50.5], ''],
  ['user_phone_number', null, ['+351912345678', null], ['0912345678', '+1', '+3519123456789012', 'x'], ''],
  ['sell_snapchat', 'NO', ['YES', 'NO', true, false], ['yes', null], '(SETTINGS-022) (SETTINGS-036)'],
  ['snapchat_duration', '1M', ['1M', '6M', '1Y', 'FOREVER'], ['2M', '1m', null], ''],
  ['snapchat_price', 250, [25, 250, 10_000], [24, 10_001, 25.5], '(SETTINGS-024) (CONSTANTS-008)'],
  ['snapchat_username', '', ['', 'mara.l', 'n'.repeat(30)], ['n'.repeat(31), null], '(SETTINGS-022)'],
  [
    'twitter',
    { is_enabled: false, is_valid: false, username: '' },
    [
      { is_enabled: true, username: 'mara_l' },
      { is_enabled: false, is_valid: true, username: '' },
    ],
    [{ is_enabled: true }, { username: 'mara' }, { is_enabled: true, username: 'n'.repeat(16) }],
    '(SETTINGS-021)',
  ],
  [
    'toy_caps',
    { max_level: 20, max_seconds: 60, cooldown_seconds: 0 },
    [{ max_level: 1, max_seconds: 300, cooldown_seconds: 60 }],
    [{ max_level: 21, max_seconds: 60, cooldown_seconds: 0 }, { max_level: 20 }],
    '',
  ],
  ['cam_password', null, ['four', 'p'.repeat(32), null], ['abc', 'p'.repeat(33)], ''],
];

test.each(ROWS)('%s is %j at first, takes %j and refuses %j %s', (key, first, taken, refused, _ids) => {
  expect(defaultSettings[key]).toEqual(first);
  for (const value of taken) expect([value, isTaken(key, value)]).toEqual([value, true]);
  for (const value of refused) expect([value, isTaken(key, value)]).toEqual([value, false]);
});

test('linked accounts are three at most, which nobody sets themselves (CONSTANTS-011)', () => {
  expect(defaultSettings.max_linked_accounts).toBe(3);
  expect(isTaken('max_linked_accounts', 4)).toBe(false);
});
