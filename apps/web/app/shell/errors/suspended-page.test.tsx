import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import SuspendedPage from './suspended-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a suspended account reads since when to the minute, why, whom to write to, and has a way home (IDENTITY-008)', async () => {
  const at = '2026-11-20T11:25:10.000Z';
  stubServer({
    'GET /user/suspension': {
      suspension_date: at,
      until: null,
      reason_code: 'rules',
      statement: 'Uses the name of somebody else.',
      support_contact: 'help@klieg.invalid',
      appeal_state: null,
    },
  });
  renderPage(<SuspendedPage suspendedAt={at} />);
  expect(screen.getByRole('heading', { name: 'This account is suspended' })).toBeTruthy();
  const clock = { dateStyle: 'long', timeStyle: 'short' } as const;
  const when = new Intl.DateTimeFormat('en', clock).format(new Date(at));
  expect(when).toMatch(/:25\b/u);
  expect(screen.getByText(/^Suspended on/u).textContent).toContain(`Suspended on ${when}.`);
  expect(await screen.findByText('Uses the name of somebody else.')).toBeTruthy();
  expect(screen.getByText('help@klieg.invalid')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
    '/support?topic=account',
  );
  const home = within(screen.getByRole('banner')).getByRole('link', { name: 'Klieg home' });
  expect(home.getAttribute('href')).toBe('/');
});
