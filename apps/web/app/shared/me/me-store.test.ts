import { expect, test } from 'vitest';
import { balanceOf, type Me, reduceMe } from './me-store.ts';
import { currentUserFixture } from './me.fixture.ts';

const loaded = (changes: Parameters<typeof currentUserFixture>[0]): Me =>
  reduceMe({ kind: 'unknown' }, { type: 'loaded', current: currentUserFixture(changes) });

test('a guest_ name or id 0 is a guest, everybody else a member (IDENTITY-029)', () => {
  expect(loaded({ user: { id: 0, username: 'guest_ab12cd34' } }).kind).toBe('guest');
  expect(loaded({ user: { id: 41, username: 'demo_viewer' } }).kind).toBe('member');
});

test('a new balance is what a viewer can spend and what a model has earned (LEDGER-TIP-002)', () => {
  const viewer = reduceMe(loaded({ tokens: 500 }), { type: 'balance', tokens: 475 });
  expect(viewer.kind === 'member' && balanceOf(viewer.current)).toBe(475);
  const model = reduceMe(loaded({ user: { type: 'model' }, earnings: 10 }), { type: 'balance', tokens: 12 });
  expect(model.kind === 'member' && [balanceOf(model.current), model.current.tokens]).toEqual([12, 5_000]);
});

test('following is a set, the newest first; nothing is known before the account is', () => {
  const twice = ['anna', 'bea', 'anna'].reduce<Me>(
    (me, username) => reduceMe(me, { type: 'followed', username, isFollowing: true }),
    loaded({}),
  );
  expect(twice.kind === 'member' && twice.current.user.following.map((f) => f.followname)).toEqual([
    'anna',
    'bea',
  ]);
  expect(reduceMe({ kind: 'unknown' }, { type: 'balance', tokens: 1 })).toEqual({ kind: 'unknown' });
});

test('a changed setting leaves the others as they are (SETTINGS-006)', () => {
  const before = loaded({});
  const after = reduceMe(before, { type: 'settings', settings: { volume_tip: 5 } });
  expect(after).toMatchObject({ current: { settings: { volume_tip: 5 } } });
  expect(before.kind === 'member' && after.kind === 'member').toBe(true);
  if (before.kind === 'member' && after.kind === 'member')
    expect({ ...after.current.settings, volume_tip: before.current.settings.volume_tip }).toEqual(
      before.current.settings,
    );
});
