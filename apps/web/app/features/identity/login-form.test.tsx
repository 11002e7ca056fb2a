import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
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
