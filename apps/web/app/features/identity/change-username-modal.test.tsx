import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, useOpenModal } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import ChangeUsernameModal from './change-username-modal.tsx';
import { useAccountOffers } from './use-account-offers.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  closeModal();
  vi.unstubAllGlobals();
});

const FREE = { available: true, reason: null };
const TAKEN = { available: false, reason: 'taken' };
const type = (name: string) =>
  fireEvent.input(screen.getByLabelText('New username'), { target: { value: name } });
const button = () => screen.getByRole('button', { name: 'Change it' }) as HTMLButtonElement;

test('a name is checked while it is typed, and what the server refuses is told at the field', async () => {
  const replies: Record<string, unknown> = {
    'GET /auth/username_available': TAKEN,
    'POST /user/change_username': refusal(403, 'identity.change_not_allowed', {
      message: 'Your username cannot be changed',
    }),
  };
  const sent = stubServer(replies);
  renderPage(<ChangeUsernameModal onClose={() => {}} />);
  type('no spaces');
  expect(await screen.findByText('3 to 20 lower-case letters, digits or underscores.')).toBeTruthy();
  type('Anna');
  expect(await screen.findByText('This username is taken.')).toBeTruthy();
  expect(button().disabled).toBe(true);
  replies['GET /auth/username_available'] = FREE;
  type('anna_8');
  expect(await screen.findByText('It is free.')).toBeTruthy();
  fireEvent.click(button());
  expect(await screen.findByText('Your username cannot be changed')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ username: 'anna_8' });
});

function Offers() {
  useAccountOffers();
  return <output>{useOpenModal()?.key ?? 'none'}</output>;
}
const offered = (can_change_username: boolean, roles: readonly 'force_registration_popup'[] = []) => {
  const current = currentUserFixture({ user: { user_roles: [...roles] } });
  const settings = { ...current.settings, can_change_username };
  meStore.dispatch({ type: 'loaded', current: { ...current, settings } });
  renderPage(<Offers />);
  return screen.getByRole('status');
};

test('the change is offered by itself once per session of the browser, to whom it is allowed (IDENTITY-013)', async () => {
  expect(offered(false).textContent).toBe('none');
  cleanup();
  const shown = offered(true);
  await waitFor(() => expect(shown.textContent).toBe('change-username'));
  cleanup();
  closeModal();
  expect(offered(true).textContent).toBe('none');
});

test('the role of a forced registration opens the registration with every page (IDENTITY-031)', async () => {
  for (let page = 0; page < 2; page++) {
    const shown = offered(true, ['force_registration_popup']);
    await waitFor(() => expect(shown.textContent).toBe('signup'));
    cleanup();
    closeModal();
  }
});
