import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { LinkedSettings } from './linked-settings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const account = (id: number, is_current = false) => ({
  id,
  username: `person_${id}`,
  thumb_url: null,
  is_current,
});
const list = (...others: number[]) => ({
  items: [account(1, true), ...others.map((id) => account(id))],
  max: 3,
});
const fill = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('the own account is marked, and a link can be ended (SETTINGS-025)', async () => {
  const sent = stubServer({
    'GET /user/linked_accounts': list(2),
    'POST /user/linked_accounts/2/delete': { status: 1, items: list().items },
  });
  renderPage(<LinkedSettings />);
  expect(await screen.findByText('This account')).toBeTruthy();
  await press('Unlink person_2');
  await waitFor(() => expect(screen.queryByText('person_2')).toBeNull());
  expect(sent.at(-1)?.call).toBe('POST /user/linked_accounts/2/delete');
});

test('a code is asked for where the other account has a second step', async () => {
  const replies: Record<string, unknown> = {
    'GET /user/linked_accounts': list(),
    'POST /user/linked_accounts': refusal(401, 'identity.two_factor_failed'),
  };
  const sent = stubServer(replies);
  renderPage(<LinkedSettings />);
  await screen.findByText('This account');
  fill('Username or email of the other account', ' person_2 ');
  fill('Its password', 'secret');
  await press('Link the account');
  await screen.findByText('Type the code that the app shows now.');
  fill('Six-digit code from its authenticator app', '123456');
  replies['POST /user/linked_accounts'] = { status: 1, items: list(2).items };
  await press('Link the account');
  expect(await screen.findByText('person_2')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ login: 'person_2', password: 'secret', code: '123456' });
  expect((screen.getByLabelText('Its password') as HTMLInputElement).value).toBe('');
});

test('who was not asked for the own password lately is asked first, and the link is made after it', async () => {
  const replies: Record<string, unknown> = {
    'GET /user/linked_accounts': list(),
    'POST /user/linked_accounts': refusal(403, 'common.sudo_required'),
    'POST /auth/sudo': { status: 1, sudo_until: '2030-01-01T00:00:00.000Z' },
  };
  const sent = stubServer(replies);
  renderPage(<LinkedSettings />);
  await screen.findByText('This account');
  fill('Username or email of the other account', 'person_2');
  fill('Its password', 'secret');
  await press('Link the account');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  fill('Password', 'own secret');
  replies['POST /user/linked_accounts'] = { status: 1, items: list(2).items };
  await press('Confirm');
  expect(await screen.findByText('person_2')).toBeTruthy();
  expect(sent.map(({ call }) => call)).toContain('POST /auth/sudo');
  expect(sent.at(-1)?.body).toEqual({ login: 'person_2', password: 'secret' });
});

test('who has as many links as they may is told how to make another', async () => {
  stubServer({ 'GET /user/linked_accounts': list(2, 3, 4) });
  renderPage(<LinkedSettings />);
  expect(await screen.findByText(/You have linked 3 accounts/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Link the account' })).toBeNull();
});

test('a wrong pair is told at its field, and what does not load can be read again', async () => {
  const replies: Record<string, unknown> = {
    'POST /user/linked_accounts': refusal(401, 'identity.bad_credentials'),
  };
  stubServer(replies);
  renderPage(<LinkedSettings />);
  await screen.findByText('Your linked accounts did not load');
  replies['GET /user/linked_accounts'] = list();
  await press('Try now');
  await screen.findByText('This account');
  fill('Username or email of the other account', 'person_2');
  fill('Its password', 'wrong');
  await press('Link the account');
  expect(await screen.findByText('Name and password do not match.')).toBeTruthy();
});
