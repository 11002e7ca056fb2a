import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { EmailKinds } from './email-kinds.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const kinds = (isOn: boolean) =>
  (['offers', 'news', 'models_online', 'pm', 'receipts'] as const).map((key) => ({
    key,
    label: key,
    enabled: isOn || key === 'receipts',
  }));

test('a kind is switched by itself and all by one press, with the link’s token; receipts cannot be (SETTINGS-002)', async () => {
  const token = 't'.repeat(43);
  const sent = stubServer({
    'GET /email/subscription': { email_masked: 'a…@example.org', kinds: kinds(true), all_off: false },
    'POST /email/subscription': { status: 1, kinds: kinds(false) },
  });
  renderPage(<EmailKinds token={token} />);
  expect(await screen.findByText('Emails to a…@example.org')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Receipts/u }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: /^Offers/u }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ token, kinds: { offers: false } }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop all but receipts' }).disabled).toBe(
      true,
    ),
  );
});

test('a link of nobody says so and leads to the log-in', async () => {
  stubServer({ 'GET /email/subscription': refusal(410, 'identity.token_invalid') });
  renderPage(<EmailKinds token={'x'.repeat(43)} />);
  expect(await screen.findByText('This link is invalid or has expired')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in and choose' }).getAttribute('href')).toBe(
    '/account/settings/email',
  );
});
