import { HOUR_MS } from '@klieg/kernel/time';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { useIsPromptWaiting } from './prompt-store.ts';
import TokenKey from './token-key.tsx';
import { useTokenForm } from './use-token-form.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  closeModal();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Layout() {
  useTokenForm();
  return (
    <>
      {useIsPromptWaiting() && <TokenKey />}
      <Outlet />
    </>
  );
}

const opened = () => modalStore.get()?.key;

/** Comes to the site as somebody. @returns the way to its other pages */
function come(who: Parameters<typeof currentUserFixture>[0], at: '/' | '/room' = '/') {
  vi.advanceTimersByTime(HOUR_MS);
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(who) }));
  const children = [
    { index: true, element: <p>home</p> },
    { path: 'room', element: <p>picture</p>, handle: { fillsWindow: true } },
  ];
  const router = createMemoryRouter([{ path: '/', element: <Layout />, children }], { initialEntries: [at] });
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return (to: string) => act(() => router.navigate(to));
}

/** @returns whether the purchase was offered */
function visit(who: Parameters<typeof currentUserFixture>[0]): boolean {
  come(who);
  const isOffered = opened() === 'tokens';
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

const NEW = { user: { id: 11 } };
const key = () => screen.queryByRole('button', { name: 'See what tokens cost' });

test('over a live picture the third visit has a key in the header, and the next page without one opens it (BILLING-061)', async () => {
  visits(NEW, 2);
  const go = come(NEW, '/room');
  expect(opened()).toBeUndefined();
  expect(key()).toBeTruthy();
  await go('/');
  expect(opened()).toBe('tokens');
  expect(key()).toBeNull();
});

test('whoever has pressed the key is not asked again (BILLING-061)', async () => {
  visits(NEW, 2);
  const go = come(NEW, '/room');
  fireEvent.click(key()!);
  expect(modalStore.get()).toEqual({ key: 'tokens', props: { isPrompted: true } });
  act(closeModal);
  expect(key()).toBeNull();
  await go('/');
  expect(opened()).toBeUndefined();
});

test('where a dialog is open the purchase is offered as soon as it is closed (BILLING-061)', () => {
  visits(NEW, 2);
  act(() => openModal('upgrade', {}));
  come(NEW);
  expect(opened()).toBe('upgrade');
  act(closeModal);
  expect(opened()).toBe('tokens');
});
