import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { DataSettings } from './data-settings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const archive = (more: object = {}) => ({
  state: 'none',
  percent: 0,
  asked_at: null,
  due_at: null,
  url: null,
  expires_at: null,
  size_bytes: null,
  downloads: 0,
  downloads_max: 20,
  is_failed: false,
  public_key: 'key-of-the-site',
  ...more,
});
const deletion = (more: object = {}) => ({ state: 'none', delete_at: null, holds: [], tokens: 0, ...more });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('an archive is asked for with the password, its progress is shown, and then it can be fetched', async () => {
  const replies: Record<string, unknown> = {
    'GET /user/export': archive(),
    'GET /user/delete': deletion(),
    'POST /user/export': refusal(403, 'common.sudo_required'),
    'POST /auth/sudo': { status: 1, sudo_until: '2030-01-01T00:00:00.000Z' },
  };
  const sent = stubServer(replies);
  renderPage(<DataSettings />);
  await press('Create an archive');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'own secret' } });
  replies['POST /user/export'] = { status: 1, job_id: '01890000-0000-7000-8000-000000000000' };
  replies['GET /user/export'] = archive({ state: 'running', percent: 40 });
  await press('Confirm');
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('40');
  replies['GET /user/export'] = archive({
    state: 'ready',
    percent: 100,
    size_bytes: 3_000_000,
    expires_at: '2030-01-08T00:00:00.000Z',
    downloads: 2,
  });
  expect(await screen.findByRole('button', { name: 'Download the archive' })).toBeTruthy();
  expect(screen.getByText('It can be downloaded 18 more times.')).toBeTruthy();
  expect(sent.map(({ call }) => call)).toContain('POST /user/export');
});

test('one that failed can be asked for again, and a list that does not load is read again', async () => {
  const replies: Record<string, unknown> = { 'GET /user/delete': deletion() };
  stubServer(replies);
  renderPage(<DataSettings />);
  await screen.findByText('The state of your archive did not load');
  replies['GET /user/export'] = archive({ is_failed: true });
  await press('Try now');
  expect(await screen.findByText('Your archive could not be created')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create an archive' })).toBeTruthy();
});

test('a deletion says what ends with it before it is asked for, and can be taken back', async () => {
  const replies: Record<string, unknown> = {
    'GET /user/export': archive(),
    'GET /user/delete': deletion({ tokens: 250 }),
    'POST /user/delete': { status: 1, delete_at: '2030-01-15T00:00:00.000Z' },
    'POST /user/delete/cancel': { status: 1 },
  };
  const sent = stubServer(replies);
  renderPage(<DataSettings />);
  await press('Delete my account');
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
  expect(dialog.textContent).toContain('Your 250 tokens end with the account');
  replies['GET /user/delete'] = deletion({ state: 'waiting', delete_at: '2030-01-15T00:00:00.000Z' });
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete my account' }).at(-1)!);
  expect(await screen.findByText('Your account will be deleted on January 15, 2030')).toBeTruthy();
  replies['GET /user/delete'] = deletion();
  await press('Keep my account');
  await waitFor(() => expect(screen.queryByText(/will be deleted on/u)).toBeNull());
  expect(sent.map(({ call }) => call)).toContain('POST /user/delete/cancel');
});

test('whoever has earnings is told to have them paid out first', async () => {
  stubServer({ 'GET /user/export': archive(), 'GET /user/delete': deletion({ holds: ['balance_open'] }) });
  renderPage(<DataSettings />);
  expect(await screen.findByText(/earnings that were not paid out/u)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Delete my account' }) as HTMLButtonElement).disabled).toBe(
    true,
  );
});

test('one that is held says what holds it', async () => {
  stubServer({
    'GET /user/export': archive(),
    'GET /user/delete': deletion({
      state: 'held',
      delete_at: '2030-01-15T00:00:00.000Z',
      holds: ['legal_hold', 'shows_open'],
    }),
  });
  renderPage(<DataSettings />);
  expect(await screen.findByText('Your account cannot be deleted yet')).toBeTruthy();
  expect(screen.getByText(/obliges us to keep your account/u)).toBeTruthy();
  expect(screen.getByText(/One of your shows has not ended/u)).toBeTruthy();
});
