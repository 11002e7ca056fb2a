import { defaultSettings } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { type Eyes, invisibleLevelOf, isListedFor, isNoticedBy } from './sight-rules.ts';

const levels = [0, 1, 2, 3] as const;
const account = (membership: 'vip' | 'super_vip' | 'premium' | null, level: number) => ({
  membership,
  settings: { ...defaultSettings, invisible_mode_level: level },
});

describe('how hidden somebody is: S3205 (SETTINGS-026) (REALTIME-033)', () => {
  test.each([
    [null, 2, 0],
    ['premium', 2, 0],
    ['vip', 1, 1],
    ['vip', 2, 1],
    ['super_vip', 1, 1],
    ['super_vip', 2, 2],
    ['super_vip', 3, 2],
    ['super_vip', 0, 0],
  ] as const)('membership %s that chose %i has level %i', (membership, chosen, expected) => {
    expect(invisibleLevelOf(account(membership, chosen), 'viewer')).toBe(expected);
    expect(invisibleLevelOf(account(membership, chosen), 'moderator')).toBe(expected);
  });

  test('staff on duty are 3 without choosing it, the performer and guests are 0', () => {
    expect(invisibleLevelOf(account(null, 0), 'site_mod')).toBe(3);
    expect(invisibleLevelOf(account(null, 0), 'model_admin')).toBe(3);
    expect(invisibleLevelOf(account('super_vip', 2), 'streamer')).toBe(0);
    expect(invisibleLevelOf(null, 'viewer')).toBe(0);
  });
});

describe('who is seen by whom: F2', () => {
  const sees = (rule: (level: 0 | 1 | 2 | 3, eyes: Eyes) => boolean, eyes: Eyes) =>
    levels.filter((level) => rule(level, eyes));
  test('in lists', () => {
    expect(sees(isListedFor, 'viewers')).toEqual([0]);
    expect(sees(isListedFor, 'streamer')).toEqual([0, 1, 2]);
    expect(sees(isListedFor, 'staff')).toEqual([0, 1, 2, 3]);
  });
  test('by coming, going and being counted', () => {
    expect(sees(isNoticedBy, 'viewers')).toEqual([0, 1]);
    expect(sees(isNoticedBy, 'streamer')).toEqual([0, 1, 2]);
    expect(sees(isNoticedBy, 'staff')).toEqual([0, 1, 2, 3]);
  });
});
