import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { useTokenForm } from './use-token-form.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  closeModal();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Comes to the site as somebody. @returns whether the purchase was offered */
function visit(who: Parameters<typeof currentUserFixture>[0]): boolean {
  vi.advanceTimersByTime(HOUR_MS);
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(who) }));
  renderHook(useTokenForm);
  const isOffered = modalStore.get()?.key === 'tokens';
  cleanup();
  closeModal();
  return isOffered;
}

const visits = (who: Parameters<typeof currentUserFixture>[0], count: number): boolean[] =>
  Array.from({ length: count }, () => visit(who));

const EVERY_THIRD = [false, false, true, false, false, true];

test('the purchase is offered on every third visit of a member who never bought, counted for each person (BILLING-061)', () => {
  expect(visits({ user: { id: 7 } }, 6)).toEqual(EVERY_THIRD);
  expect(visits({ user: { id: 8 } }, 2)).toEqual([false, false]);
  expect(visits({ user: { id: 7 } }, 3)).toEqual([false, false, true]);
  expect(visit({ user: { id: 8 } })).toBe(true);
});

test.each([
  ['a guest', { user: { id: 0, username: 'guest_1' } }],
  ['a performer', { user: { id: 9, type: 'model' } }],
  ['somebody who has bought', { has_purchase: true }],
] as const)('the purchase is never offered to %s (BILLING-061)', (_who, current) =>
  expect(visits(current, 6)).not.toContain(true),
);
