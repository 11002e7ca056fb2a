import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ExportUsers } from './export-users.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const EXPORT = 'GET /admin/users/export';

test('whoever is looked for comes as a file; what is too much says so', async () => {
  const replies: Record<string, unknown> = { [EXPORT]: { columns: [], rows: [], totals: {} } };
  stubServer(replies);
  const asked = vi.fn(fetch);
  vi.stubGlobal('fetch', asked);
  const kept = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  renderPage(<ExportUsers wanted={{ q: 'fern', country: 'PT' }} />);
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  press();
  await vi.waitFor(() => expect(kept).toHaveBeenCalledOnce());
  const addresses = asked.mock.calls.map(([address]) => String(address));
  expect(addresses.find((one) => one.includes('/admin/users/export'))).toContain(
    '?q=fern&country=PT&format=csv',
  );
  replies[EXPORT] = refusal(422, 'back_office.too_many');
  press();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(kept).toHaveBeenCalledOnce();
});
