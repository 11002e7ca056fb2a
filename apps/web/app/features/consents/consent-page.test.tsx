import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ConsentPage } from './consent-page.tsx';
import { ConsentsPage } from './consents-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const KEY = 'k'.repeat(43);
const invite = (more: object = {}) => ({
  id: '01890000-0000-7000-8000-000000000001',
  state: 'invited',
  expired: false,
  model_display_name: 'Ada Lamp',
  name: 'Nell',
  scopes: ['depict', 'distribute'],
  valid_from: null,
  valid_until: '2027-05-01',
  text: '<p>What you allow</p>',
  text_version: '1',
  documents: ['id_front', 'selfie_with_id'],
  note: null,
  ...more,
});
const consent = (more: object = {}) => ({
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Nell',
  alias: null,
  state: 'approved',
  scopes: ['depict'],
  valid_from: null,
  valid_until: null,
  asked_at: '2026-11-20T10:00:00.000Z',
  ...more,
});

test('the person reads for what they are asked, and a yes without documents, name, day or reading is not sent', async () => {
  const served: Record<string, unknown> = { [`GET /consents/invite/${KEY}`]: invite({ documents: [] }) };
  const sent = stubServer(served);
  renderPage(<ConsentPage linkKey={KEY} />);
  expect(await screen.findByText('Ada Lamp')).toBeTruthy();
  expect(screen.getByText('That these are shown on the site')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign and send' }));
  expect(await screen.findByText('Send both pictures first.')).toBeTruthy();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('a no is asked once more, goes alone, and uses the link up', async () => {
  const served: Record<string, unknown> = {
    [`GET /consents/invite/${KEY}`]: invite(),
    [`POST /consents/invite/${KEY}`]: { status: 1, state: 'refused' },
  };
  const sent = stubServer(served);
  renderPage(<ConsentPage linkKey={KEY} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  served[`GET /consents/invite/${KEY}`] = invite({ state: 'refused', expired: true });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Decline' })).at(-1)!);
  expect(await screen.findByText('This was declined')).toBeTruthy();
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ accept: false });
});

test('who has consented withdraws at any time, by the key of the link', async () => {
  const served: Record<string, unknown> = {
    [`GET /consents/invite/${KEY}`]: invite({ state: 'approved', expired: true }),
    'POST /consents/01890000-0000-7000-8000-000000000001/revoke': { status: 1, removed: 1 },
  };
  const sent = stubServer(served);
  renderPage(<ConsentPage linkKey={KEY} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw my consent' }));
  served[`GET /consents/invite/${KEY}`] = invite({ state: 'revoked', expired: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('This consent was withdrawn')).toBeTruthy();
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ key: KEY });
});

test('a link that is not known says to use the newest mail', async () => {
  stubServer({ [`GET /consents/invite/${KEY}`]: refusal(404, 'common.not_found') });
  renderPage(<ConsentPage linkKey={KEY} />);
  expect(await screen.findByText('This link is not valid')).toBeTruthy();
});

test('a model asks by an address or a user name, and sees how each stands', async () => {
  const sent = stubServer({
    'GET /consents': { items: [consent(), consent({ id: 'b', name: 'Odalys', state: 'revoked' })] },
    'POST /consents': { status: 1, id: 'c' },
  });
  renderPage(<ConsentsPage />);
  expect(await screen.findByText('Cleared')).toBeTruthy();
  expect(screen.getByText('Withdrawn')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^End the consent of/u })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('Say who you are asking.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Elio' } });
  fireEvent.change(screen.getByLabelText('Email or username'), { target: { value: 'elio@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /consents')?.body).toEqual({
      name: 'Elio',
      email: 'elio@example.org',
      scopes: ['depict', 'distribute'],
    }),
  );
  expect(await screen.findByText('Elio was asked')).toBeTruthy();
});
