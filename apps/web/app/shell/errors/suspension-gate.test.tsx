import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { isOpenToSuspended, SuspensionGate } from './suspension-gate.tsx';

beforeEach(() => {
  sessionStorage.clear();
  stubServer({});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (pathname: string, suspendedAt: string | null = '2026-11-20T11:25:10.000Z') => {
  meStore.dispatch({
    type: 'loaded',
    current: currentUserFixture({ user: { suspension_date: suspendedAt } }),
  });
  renderPage(
    <SuspensionGate pathname={pathname}>
      <p>the page itself</p>
    </SuspensionGate>,
  );
};

test('help, law, complaints and the own data stay open to a suspended account (IDENTITY-008)', () => {
  for (const page of ['/support', '/legal/terms', '/faq', '/complaints', '/account/settings/profile'])
    expect(isOpenToSuspended(page)).toBe(true);
  for (const page of ['/', '/legality', '/account/tokens', '/account/settings/security', '/marlowe'])
    expect(isOpenToSuspended(page)).toBe(false);
});

test('a suspended account is told of it first, and then has the home page as guests have it (IDENTITY-008)', async () => {
  open('/');
  expect(await screen.findByRole('heading', { name: 'This account is suspended' })).toBeTruthy();
  expect(screen.queryByText('the page itself')).toBeNull();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  cleanup();

  open('/');
  expect(screen.getByText('the page itself')).toBeTruthy();
  expect(await screen.findByText('Your account is suspended')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Why, and how to appeal' }).getAttribute('href')).toBe(
    '/account/tokens',
  );
  cleanup();

  open('/account/tokens');
  expect(await screen.findByRole('heading', { name: 'This account is suspended' })).toBeTruthy();
  expect(screen.queryByText('the page itself')).toBeNull();
});

test('nobody else is told of a suspension', () => {
  open('/', null);
  expect(screen.getByText('the page itself')).toBeTruthy();
  expect(screen.queryByText(/suspended/)).toBeNull();
});
