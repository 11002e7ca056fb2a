import type { CurrentUser } from '@klieg/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { PersonSlot } from './person-slot.tsx';

afterEach(() => closeModal());

const become = (user: Partial<CurrentUser['user']>) =>
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user }) });

test('whoever works for the house has the way to their desk, and nobody sells them tokens', async () => {
  become({ user_roles: ['site_mod'] });
  renderPage(<PersonSlot />);
  const way = (name: string) => screen.findByRole('link', { name });
  expect((await way('Moderation')).getAttribute('href')).toBe('/mod');
  expect(screen.queryByRole('button', { name: /^Buy/u })).toBeNull();
  act(() => become({ isAdmin: true }));
  expect((await way('Back office')).getAttribute('href')).toBe('/admin');
  act(() => become({ user_roles: ['model_admin'] }));
  expect((await way('Review')).getAttribute('href')).toBe('/mod/review');
  // A role that is no work for the house.
  act(() => become({ user_roles: ['dvr'] }));
  expect(await screen.findByRole('button', { name: /^Buy/u })).toBeTruthy();
});

test('the ways in stand in the first HTML: pages before the code is there, dialogs after', () => {
  renderPage(<PersonSlot />);
  const [logIn, join] = ['Log in', 'Join free'].map((name) =>
    screen.getByRole<HTMLButtonElement>('button', { name }),
  );
  expect([logIn, join].map((button) => [button!.type, button!.form!.getAttribute('action')])).toEqual([
    ['submit', '/login'],
    ['submit', '/register'],
  ]);
  fireEvent.click(join!);
  expect(modalStore.get()?.key).toBe('signup');
});
