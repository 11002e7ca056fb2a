import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { PhoneSection } from './phone-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const unconfirmed = { 'GET /user/phone': { user_phone_number: '…678', phone_confirmed: false } };
const open = { ...unconfirmed, 'POST /user/phone/code': { status: 1 } };
const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code from the text message' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (code: string) => fireEvent.change(codeField(), { target: { value: code } });

async function askForCode() {
  renderPage(<PhoneSection />);
  await screen.findByText('Not confirmed');
  press('Send a code to confirm it');
  await screen.findByText('It is on its way to …678 and works for 10 minutes.');
}

test('a code that is sent has its field, which takes the focus and offers what phones have received', async () => {
  const sent = stubServer(open);
  await askForCode();
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect(codeField().inputMode).toBe('numeric');
  expect(codeField().autocomplete).toBe('one-time-code');
  expect(codeField().getAttribute('aria-describedby')).not.toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  press('Send another code');
  await waitFor(() => expect(sent.filter(({ call }) => call === 'POST /user/phone/code')).toHaveLength(2));
});

test('the right code makes the number a confirmed one, which is said', async () => {
  const sent = stubServer({
    ...open,
    'POST /user/phone/confirm': { status: 1, phone_confirmed: true },
  });
  await askForCode();
  type('123 456');
  press('Confirm');
  expect(await screen.findByText('Your phone number is confirmed.')).toBeTruthy();
  expect(screen.getByText('Confirmed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /code/u })).toBeNull();
  expect(sent.at(-1)?.body).toEqual({ code: '123456' });
});

test('a wrong code is told at its field', async () => {
  stubServer({ ...open, 'POST /user/phone/confirm': refusal(401, 'identity.two_factor_failed') });
  await askForCode();
  type('123456');
  press('Confirm');
  await screen.findByText('That code was not accepted: it is wrong, expired or used.');
  expect(codeField().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false);
});

test('too many codes of a day say how long it takes', async () => {
  stubServer({
    ...unconfirmed,
    'POST /user/phone/code': refusal(429, 'common.rate_limited', { params: { retry_after_seconds: 7_300 } }),
  });
  renderPage(<PhoneSection />);
  await screen.findByText('Not confirmed');
  press('Send a code to confirm it');
  const text = await screen.findByText(
    'You have used your three codes for the day. Hours until the next one: 3.',
  );
  expect(text.tagName).toBe('OUTPUT');
});

test('a number is saved as it is meant; what is none is told, and a code is offered for none', async () => {
  const sent = stubServer({
    'GET /user/phone': { user_phone_number: null, phone_confirmed: false },
    'POST /user/settings': { status: 1, settings: {} },
  });
  renderPage(<PhoneSection />);
  const field = await screen.findByRole('textbox', { name: 'Phone number' });
  expect(screen.queryByRole('button', { name: /code/u })).toBeNull();
  fireEvent.change(field, { target: { value: '0151 2345678' } });
  press('Save number');
  expect(
    await screen.findByText('A phone number begins with + and its country code, such as +49.'),
  ).toBeTruthy();
  fireEvent.change(field, { target: { value: '+49 (151) 234-5678' } });
  press('Save number');
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toContainEqual({ user_phone_number: '+491512345678' }),
  );
});
