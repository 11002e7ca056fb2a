import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readCookie, writeCookie } from '#app/shared/cookie.ts';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { type HomeLayout, useHomeLayout } from './home-layout.ts';
import { rememberHomeLayout } from './remember-layout.ts';

beforeEach(() => writeCookie('home', '', 0));

const isKept = () => readCookie(document.cookie, 'home') === 'custom';
const isHere = (layout?: HomeLayout) => {
  const { user, settings } = currentUserFixture();
  const current = currentUserFixture(
    layout
      ? { settings: { ...settings, home_layout: layout } }
      : { user: { ...user, id: 0, username: 'guest_1' } },
  );
  act(() => meStore.dispatch({ type: 'loaded', current }));
};
function Layout({ served }: { readonly served: HomeLayout }) {
  return <p>{useHomeLayout(served)}</p>;
}

test('until the page knows who looks, the layout is what the cookie told the server; then what the member chose (HOME-001) (HOME-019)', () => {
  renderPage(<Layout served="custom" />);
  expect(screen.getByText('custom')).toBeTruthy();
  isHere('classic');
  expect(screen.getByText('classic')).toBeTruthy();
  isHere('custom');
  expect(screen.getByText('custom')).toBeTruthy();
});

test('guests have the classic layout, and what somebody else left here is forgotten (HOME-019)', async () => {
  writeCookie('home', 'custom');
  renderPage(<Layout served="custom" />);
  isHere();
  expect(screen.getByText('classic')).toBeTruthy();
  await waitFor(() => expect(isKept()).toBe(false));
});

test('pages of the classic list are there for everybody (HOME-019)', () => {
  renderPage(<Layout served="classic" />, '/?p=1');
  isHere('custom');
  expect(screen.getByText('classic')).toBeTruthy();
});

test('what a member chose on any page is kept for the server, and forgotten with the choice (HOME-019)', () => {
  isHere('custom');
  const stop = rememberHomeLayout();
  expect(isKept()).toBe(true);
  act(() => meStore.dispatch({ type: 'settings', settings: { home_layout: 'classic' } }));
  expect(isKept()).toBe(false);
  act(() => meStore.dispatch({ type: 'settings', settings: { home_layout: 'custom' } }));
  expect(isKept()).toBe(true);
  stop();
  act(() => meStore.dispatch({ type: 'settings', settings: { home_layout: 'classic' } }));
  expect(isKept()).toBe(true);
});
