import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { RegisterForm } from './register-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const option = (name: string) =>
  fireEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name }));
function fillAll() {
  fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'Otter_Lamp' } });
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: 'sol@example.org' } });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'vinyl-night-74' } });
  fireEvent.click(screen.getByRole('button', { name: /^Day/u }));
  option('29');
  option('February');
  fireEvent.click(within(screen.getByRole('listbox')).getAllByRole('option')[0]!);
  fireEvent.click(screen.getByRole('radio', { name: 'Woman' }));
  fireEvent.click(screen.getByRole('checkbox'));
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Join free' }));

test('an account is made with name, address, password, birth date and consent (IDENTITY-001)', async () => {
  const sent = stubServer({
    'POST /auth/register': {
      status: 1,
      user: { id: 9, username: 'otter_lamp', email_confirmed: 0 },
      csrf: 'c',
      next: 'home',
    },
  });
  const onDone = vi.fn();
  renderPage(<RegisterForm onDone={onDone} />);
  fillAll();
  press();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('home'));
  expect(sent.find(({ call }) => call === 'POST /auth/register')?.body).toMatchObject({
    username: 'otter_lamp',
    email: 'sol@example.org',
    gender: 'f',
    birth_date: expect.stringMatching(/^\d{4}-02-2[89]$/u),
    type: 'other',
    terms_accepted: true,
    age_confirmed: true,
  });
});

test('what the server refuses stands under its field, and the notice counts it (IDENTITY-038)', async () => {
  stubServer({ 'POST /auth/register': refusal(409, 'identity.username_taken') });
  renderPage(<RegisterForm onDone={() => {}} />);
  fillAll();
  press();
  await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('This username is taken.')).toBeTruthy();
  expect(screen.getByText('One thing needs fixing')).toBeTruthy();
});

test('missing fields are counted and nothing is sent', async () => {
  const sent = stubServer({});
  renderPage(<RegisterForm onDone={() => {}} />);
  press();
  expect(await screen.findByText('6 things need fixing')).toBeTruthy();
  expect(screen.getByText('Choose day, month and year.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('nobody is taken for a man who has not said so', () => {
  renderPage(<RegisterForm onDone={() => {}} />);
  for (const radio of screen.getAllByRole('radio')) expect(radio.getAttribute('aria-checked')).toBe('false');
});

test('a press leads to the first field that has to change, in the order of the page', async () => {
  stubServer({ 'POST /auth/register': refusal(409, 'identity.username_taken') });
  renderPage(<RegisterForm onDone={() => {}} />);
  const focused = () => document.activeElement;
  press();
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Username')));
  for (const [label, value] of [
    ['Username', 'otter_lamp'],
    ['Email', 'sol@example.org'],
    ['Password', 'vinyl-night-74'],
  ] as const)
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  press();
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toMatch(/^Day/u));
  fillAll();
  fireEvent.click(screen.getByRole('checkbox'));
  press();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('checkbox')));
  fireEvent.click(screen.getByRole('checkbox'));
  press();
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Username')));
});
