import { watchToasts } from '@klieg/ui';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { SecuritySettings } from './security-settings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const session = (id: string, current: boolean) => ({
  id,
  device: 'Linux',
  browser: current ? 'Firefox' : 'Chrome',
  country_code: 'PT',
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-21T10:00:00.000Z',
  current,
});

const server = {
  'GET /auth/sessions': { items: [session('own', true), session('other', false)] },
  'GET /user/email': {
    email: 'anna@example.org',
    email_confirmed: 0,
    pending_email: null,
    resend_at: null,
  },
};

const region = (name: string) => within(screen.getByRole('region', { name }));

test('the own log-in is marked, and another can be ended', async () => {
  const sent = stubServer({
    ...server,
    'POST /auth/sessions/other/revoke': { status: 1 },
  });
  renderPage(<SecuritySettings />);
  const list = region('Where you are logged in');
  expect(await list.findByText('Firefox on Linux')).toBeTruthy();
  expect(list.getByText('This device')).toBeTruthy();
  fireEvent.click(list.getByRole('button', { name: /^Log out Chrome on Linux/u }));
  await waitFor(() => expect(list.queryByText('Chrome on Linux')).toBeNull());
  expect(sent.at(-1)?.call).toBe('POST /auth/sessions/other/revoke');
  expect(list.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
});

test('all other log-ins are ended at once', async () => {
  const others = ['one', 'two'].map((id) => session(id, false));
  const sent = stubServer({
    ...server,
    'GET /auth/sessions': { items: [session('own', true), ...others] },
    'POST /auth/sessions/revoke_others': { status: 1, revoked: 2 },
  });
  renderPage(<SecuritySettings />);
  const list = region('Where you are logged in');
  fireEvent.click(await list.findByRole('button', { name: 'Log out everywhere else' }));
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /auth/sessions/revoke_others'));
  await waitFor(() => expect(list.queryAllByText('Chrome on Linux')).toEqual([]));
  expect(list.getByText('Firefox on Linux')).toBeTruthy();
});

test('a wrong present password is told at its field', async () => {
  stubServer({ ...server, 'POST /user/password': refusal(401, 'identity.bad_credentials') });
  renderPage(<SecuritySettings />);
  const part = region('Password');
  fireEvent.input(part.getByLabelText('Current password'), { target: { value: 'wrong' } });
  fireEvent.input(part.getByLabelText('New password'), { target: { value: 'a long enough phrase' } });
  fireEvent.click(part.getByRole('button', { name: 'Change password' }));
  expect(await part.findByText('That is not your password.')).toBeTruthy();
});

test('an address that waits says so and has its link sent again (IDENTITY-018)', async () => {
  const sent = stubServer({ ...server, 'GET /user/resend_email': { status: 1, message: '' } });
  const toasts: unknown[] = [];
  const stop = watchToasts(({ content, appearance }) => toasts.push([appearance, content]));
  renderPage(<SecuritySettings />);
  const part = region('Email');
  expect(await part.findByText('Not confirmed')).toBeTruthy();
  fireEvent.click(part.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(toasts).toEqual([['success', 'Verification email resent.']]));
  stop();
  expect(sent.find(({ call }) => call === 'GET /user/resend_email')).toMatchObject({ body: undefined });
});

test('another address asks for the password first', async () => {
  const sent = stubServer({
    ...server,
    'POST /auth/sudo': { status: 1, sudo_until: '2026-11-22T10:00:00.000Z' },
    'POST /user/email': refusal(400, 'identity.email_refused'),
  });
  renderPage(<SecuritySettings />);
  const part = region('Email');
  fireEvent.input(part.getByLabelText('New address'), { target: { value: 'anna@example.org' } });
  fireEvent.input(part.getByLabelText('Password, to change the address'), { target: { value: 'secret' } });
  fireEvent.click(part.getByRole('button', { name: 'Send a link there' }));
  expect(await part.findByText('This is your address already.')).toBeTruthy();
  const posts = sent.filter(({ call }) => call.startsWith('POST'));
  expect(posts.map(({ call, body }) => [call, body])).toEqual([
    ['POST /auth/sudo', { password: 'secret' }],
    ['POST /user/email', { email: 'anna@example.org' }],
  ]);
});
