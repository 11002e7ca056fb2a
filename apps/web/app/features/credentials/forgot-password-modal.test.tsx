import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import ForgotPasswordModal from './forgot-password-modal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('asks for a link with what was typed before, and says the same whoever it is (IDENTITY-012)', async () => {
  const sent = stubServer({ 'POST /auth/forgot': { status: 1, message: '' } });
  renderPage(<ForgotPasswordModal login="anna" onClose={() => {}} />);
  press('Send the link');
  expect(await screen.findByText('If anna has an account, a link is on its way.')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ login: 'anna' }]);
  press('send it again');
  press('Send the link');
  await screen.findByText('Check your email');
  expect(sent).toHaveLength(2);
});

test('nothing typed is not sent, and a refusal is told at the field', async () => {
  const sent = stubServer({ 'POST /auth/forgot': refusal(429, 'common.rate_limited') });
  renderPage(<ForgotPasswordModal onClose={() => {}} />);
  press('Send the link');
  expect(await screen.findByText('Type your username or your email address.')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: 'anna' } });
  press('Send the link');
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeTruthy();
});
