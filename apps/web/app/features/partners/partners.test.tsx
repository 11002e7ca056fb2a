import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { FreeRegister } from './free-register.tsx';
import { PartnerLogin } from './partner-login.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const token = 'a'.repeat(43);
const begun = { email_masked: 'a…@example.org', suggested_username: 'anna_b', partner_name: 'Gift Cards' };

test('the form has what the partner knows, and a name that is suggested (IDENTITY-004)', async () => {
  stubServer({ [`GET /auth/free_register?token=${token}`]: begun, 'GET /auth/free_register': begun });
  renderPage(<FreeRegister token={token} />);
  expect(await screen.findByText(/You come from Gift Cards/u)).toBeTruthy();
  await waitFor(() => expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('anna_b'));
  const email = screen.getByLabelText('Email') as HTMLInputElement;
  expect([email.value, email.disabled]).toEqual(['a…@example.org', true]);
});

test('what somebody types before that comes stays', async () => {
  stubServer({ [`GET /auth/free_register?token=${token}`]: begun, 'GET /auth/free_register': begun });
  renderPage(<FreeRegister token={token} />);
  fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'my_own' } });
  await screen.findByText(/You come from Gift Cards/u);
  expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('my_own');
});

test('a link that does not work leads to the usual form', async () => {
  stubServer({ 'GET /auth/free_register': refusal(410, 'identity.token_invalid') });
  renderPage(<FreeRegister token={token} />);
  expect(await screen.findByText('This link does not work')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Join free' }).getAttribute('href')).toBe('/register');
});

test('a link to log in is looked at when its button is pressed, and says when it is none (IDENTITY-007)', async () => {
  const sent = stubServer({ 'POST /auth/pg_login': refusal(410, 'identity.token_invalid') });
  renderPage(<PartnerLogin token={token} returnTo={null} />);
  expect(sent).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('That did not work')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ token });
});
