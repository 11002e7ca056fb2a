import { expect, test } from 'vitest';
import { makeEntryWatch } from './entry-watch.ts';
import type { RoomCommand } from './room-commands.ts';

const ban = (personKey: string, addressTag: string | null = null): RoomCommand => ({
  kind: 'expel',
  personKey,
  addressTag,
  event: 'v3.chat.banned',
  payload: { room: 'amy' },
});

test.each([
  ['a ban of the same person', ban('a1'), 'a1', true],
  ['a ban of somebody else', ban('a2'), 'a1', false],
  ['a ban of a network, for a guest', ban('a2', 'tag'), 'g7', true],
  ['a ban of a network, for somebody logged in', ban('a2', 'tag'), 'a1', false],
  ['a silence of the same person', { kind: 'silence', personKey: 'a1', untilMs: null }, 'a1', true],
  ['a role of the same person', { kind: 'role', personKey: 'a1', role: 'moderator' }, 'a1', true],
  ['a list that is hidden', { kind: 'viewer_list', isShown: false }, 'a1', true],
  ['new rules', { kind: 'rules' }, 'a1', true],
  ['a tip', { kind: 'tipped', personKey: 'a1', tippedTokens: 5, id: '1' }, 'a1', false],
] as const)(
  '%s overrules who is on the way in as it must: %o for %s: %s (S2710)',
  (_name, command, key, expected) => {
    const watch = makeEntryWatch();
    const entry = watch.begin('amy', key);
    watch.heard('bea', command);
    expect(entry.isOverruled).toBe(false);
    watch.heard('amy', command);
    expect(entry.isOverruled).toBe(expected);
  },
);

test('nobody is overruled by what was decided before, or once they are in', () => {
  const watch = makeEntryWatch();
  watch.heard('amy', ban('a1'));
  const entry = watch.begin('amy', 'a1');
  expect(entry.isOverruled).toBe(false);
  entry.end();
  watch.heard('amy', ban('a1'));
  expect(entry.isOverruled).toBe(false);
});
