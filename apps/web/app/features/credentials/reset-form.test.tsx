import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ResetForm } from './reset-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TOKEN = 'x'.repeat(43);
const fill = (password: string) =>
  fireEvent.input(screen.getByLabelText('New password'), { target: { value: password } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Set the password' }));

test('a new password is set by the secret of the link, and leads to the log-in (IDENTITY-012)', async () => {
  const sent = stubServer({ 'POST /auth/reset': { status: 1 } });
  renderPage(<ResetForm token={TOKEN} />);
  expect(sent).toEqual([]);
  fill('a long enough phrase');
  press();
  expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/login');
  expect(sent[0]?.body).toEqual({ token: TOKEN, password: 'a long enough phrase' });
});

test.each([
  ['used', 'This link has been used'],
  ['expired', 'This link has expired'],
  ['unknown', 'This link is not valid'],
])('a link that is %s says so and has another one sent', async (reason, title) => {
  stubServer({ 'POST /auth/reset': refusal(410, 'identity.token_invalid', { params: { reason } }) });
  renderPage(<ResetForm token={TOKEN} />);
  fill('a long enough phrase');
  press();
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  fireEvent.click(screen.getByRole('button', { name: 'Send another link' }));
  expect(modalStore.get()?.key).toBe('forgot-password');
});

test('a weak password is told at its field, and the link still works', async () => {
  stubServer({ 'POST /auth/reset': refusal(400, 'identity.password_weak') });
  renderPage(<ResetForm token={TOKEN} />);
  fill('short');
  press();
  expect(await screen.findByText('At least 8 characters.')).toBeTruthy();
  fill('password123');
  press();
  expect(await screen.findByText('Please choose a stronger password.')).toBeTruthy();
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'password123');
});
