import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { deskApi } from './desk-api.ts';
import { DeskFrame } from './desk-frame.tsx';
import { DESK_PLACES } from './desk-places.ts';
import { DeskSection } from './desk-section.tsx';
import { useDesk } from './use-desk.ts';

beforeEach(() =>
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { isSuperAdmin: true } }) }),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what the row of tabs leaves out stands in its menu, but for the page that is open', async () => {
  renderPage(<DeskFrame>{null}</DeskFrame>, '/admin/press');
  const tabs = within(screen.getByRole('navigation')).getAllByRole('link');
  expect(tabs).toHaveLength(DESK_PLACES.length);
  const leftOut = tabs.filter((tab) => tab.classList.contains('desk-rare'));
  expect(tabs.find((tab) => tab.getAttribute('aria-current'))?.textContent).toBe('Press');
  fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' });
  const inMenu = await screen.findAllByRole('menuitem');
  expect(inMenu.map((item) => item.getAttribute('href'))).toEqual(
    leftOut.map((tab) => tab.getAttribute('href')),
  );
  expect(inMenu.map(({ textContent }) => textContent)).not.toContain('Press');
});

function Page() {
  const desk = useDesk('abc', (signal) => deskApi.getDeskUser({ params: { id: 'abc' }, signal }));
  return <DeskSection desk={desk}>{() => null}</DeskSection>;
}

test.each([400, 404])('an address that nothing has (%s) says so, and leads to the list', async (status) => {
  const code = status === 400 ? 'common.invalid_input' : 'common.not_found';
  stubServer({ 'GET /admin/users/abc': refusal(status, code) });
  renderPage(<Page />, '/admin/users/abc');
  expect(await screen.findByText('Nothing found at this address')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/admin/users');
});
