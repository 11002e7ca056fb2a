import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import AccountMenu from './account-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const openMenu = async (showSupportPhone: boolean, phone: string | null) => {
  const calls = stubServer({ 'GET /site_config': { support: { email: 'help@klieg.invalid', phone } } });
  renderPage(<AccountMenu current={currentUserFixture({ user: { showSupportPhone } })} />);
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Your account' }), { button: 0 });
  await screen.findByText('Log out');
  return calls;
};

test('the menu of a super VIP has the number of support, to be called by one press (MODERATION-ROLES-016)', async () => {
  await openMenu(true, '+49 30 1234567');
  const call = await screen.findByRole('menuitem', { name: 'Call support: +49 30 1234567' });
  expect(call.getAttribute('href')).toBe('tel:+49301234567');
});

test('a house without a number shows none, and nobody else is asked for it (MODERATION-ROLES-016)', async () => {
  const calls = await openMenu(true, null);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByText(/Call support/u)).toBeNull();
  cleanup();
  expect(await openMenu(false, '+49 30 1234567')).toEqual([]);
  expect(screen.queryByText(/Call support/u)).toBeNull();
});

test('linked accounts are one press away, unless their person hides them (SETTINGS-025)', async () => {
  const linkedAccounts = [{ id: 7, username: 'anna' }];
  const sent = stubServer({ 'POST /user/linked_accounts/7/switch': refusal(404, 'common.not_found') });
  const open = (hide_linked_accounts: 'YES' | 'NO') => {
    const current = currentUserFixture({ linkedAccounts });
    renderPage(
      <AccountMenu current={{ ...current, settings: { ...current.settings, hide_linked_accounts } }} />,
    );
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Your account' }), { button: 0 });
    return screen.findByText('Log out');
  };
  await open('YES');
  expect(screen.queryByText('Switch to anna')).toBeNull();
  cleanup();
  await open('NO');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Switch to anna' }));
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /user/linked_accounts/7/switch'));
});
