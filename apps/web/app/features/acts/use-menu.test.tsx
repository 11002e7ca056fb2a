import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import type { Me } from '../../shared/me/me-store.ts';
import { modalStore } from '../../shared/modal/modal-store.ts';
import { useMenu } from './use-menu.ts';

const item = { id: 'song', label: 'Song', tokens: 40 } as Parameters<ReturnType<typeof useMenu>['choose']>[0];
const now = { status: 'online' } as Parameters<typeof useMenu>[0]['now'];
const show = (me: Me) =>
  renderHook((props: { me: Me }) => useMenu({ now, me: props.me }), { initialProps: { me } });
const guest: Me = {
  kind: 'guest',
  current: currentUserFixture({ user: { id: 0, username: 'guest_ab12cd34' } }),
};

test('a guest who presses an item is asked to join first, also where who looks is known only after the press', () => {
  const first = show(guest);
  act(() => first.result.current.choose(item));
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'tip' } });
  expect(first.result.current.open).toEqual({ kind: 'none' });
  act(() => modalStore.reset());
  const second = show({ kind: 'unknown' });
  act(() => second.result.current.choose(item));
  expect([modalStore.get(), second.result.current.open]).toEqual([null, { kind: 'none' }]);
  second.rerender({ me: guest });
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'tip' } });
});

test('a member is asked before it is bought', () => {
  const { result } = show({ kind: 'member', current: currentUserFixture() });
  act(() => result.current.choose(item));
  expect(result.current.open).toEqual({ kind: 'buy', item });
  expect(modalStore.get()).toBeNull();
});
