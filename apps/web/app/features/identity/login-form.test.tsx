import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { LoginForm } from './login-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fill = (login: string, password: string) => {
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: login } });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: password } });
};
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }));

test('a good pair begins the session (IDENTITY-002)', async () => {
  const sent = stubServer({
    'POST /auth/login': {
      status: 1,
      two_factor: null,
      user: { id: 1, username: 'anna' },
      csrf: 'c',
      suspended: false,
    },
  });
  const onDone = vi.fn();
  renderPage(<LoginForm onDone={onDone} />);
  fill(' anna ', 'correct horse');
  press();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent[0]?.body).toEqual({ login: 'anna', password: 'correct horse', remember: true });
});

test('a wrong pair is told above the form, and no field is blamed (IDENTITY-002)', async () => {
  stubServer({ 'POST /auth/login': refusal(401, 'identity.bad_credentials') });
  const onDone = vi.fn();
  renderPage(<LoginForm onDone={onDone} />);
  fill('anna', 'wrong');
  press();
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong username or password.');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
});

test('empty fields are not sent', async () => {
  const sent = stubServer({});
  renderPage(<LoginForm onDone={() => {}} />);
  press();
  expect(await screen.findByText('Type your password.')).toBeTruthy();
  expect(sent).toEqual([]);
});

describe('an account with a second step', () => {
  const step = {
    challenge_id: '01a214df-4c88-7000-8bcf-64f05b00a658',
    methods: ['totp', 'recovery'],
    expires_at: '2026-11-22T10:00:00.000Z',
  };
  const asksForStep = { status: 1, two_factor: step, user: null, csrf: 'c', suspended: false };
  const done = { ...asksForStep, two_factor: null, user: { id: 1, username: 'anna' } };
  const begin = async (answer: unknown) => {
    const sent = stubServer({ 'POST /auth/login': asksForStep, 'POST /auth/two_factor': answer });
    const onDone = vi.fn();
    renderPage(<LoginForm onDone={onDone} />);
    fill('anna', 'correct horse');
    press();
    return { sent, onDone, field: await screen.findByLabelText('Six-digit code') };
  };
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });

  test('is asked for the code, which goes off with its last digit', async () => {
    const { sent, onDone, field } = await begin(done);
    await waitFor(() => expect(document.activeElement).toBe(field));
    type('Six-digit code', '123 456');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(sent.at(-1)?.body).toEqual({ challenge_id: step.challenge_id, method: 'totp', code: '123456' });
  });

  test('is told that a code was wrong, at an empty field', async () => {
    const { onDone } = await begin(refusal(401, 'identity.two_factor_failed'));
    type('Six-digit code', '123456');
    expect(await screen.findByText(/That code was not accepted/u)).toBeTruthy();
    await waitFor(() => expect((screen.getByLabelText('Six-digit code') as HTMLInputElement).value).toBe(''));
    expect(onDone).not.toHaveBeenCalled();
  });

  test('may give a recovery code', async () => {
    const { sent, onDone } = await begin(done);
    fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
    type('Recovery code', 'abcde-23456');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(sent.at(-1)?.body).toMatchObject({ method: 'recovery', code: 'abcde-23456' });
  });

  test('begins again where the step is over', async () => {
    await begin(refusal(410, 'identity.challenge_expired'));
    type('Six-digit code', '123456');
    fireEvent.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(screen.getByLabelText('Username or email')).toBeTruthy();
  });
});
