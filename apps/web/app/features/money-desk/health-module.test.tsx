import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { HealthModule } from './health-module.tsx';
import { useStanding } from './use-standing.ts';
import { WaitingModule } from './waiting-module.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const STANDING = {
  queues: [
    { queue: 'live', open: 7, oldest_due_at: new Date(Date.now() + 90 * 60_000).toISOString() },
    { queue: 'illegal', open: 1, oldest_due_at: null },
    { queue: 'complaint', open: 2, oldest_due_at: null },
    { queue: 'appeal', open: 0, oldest_due_at: null },
    { queue: 'media', open: 30, oldest_due_at: null },
    { queue: 'identity', open: 4, oldest_due_at: null },
  ],
  rooms: 12,
  watching: 340,
  median_answer_seconds: null,
};
const PLAYBACK = { total: { stalled_percent: 0.4, latency_p50_ms: 1_250 }, ways: [], points: [] };
const APPROVAL = {
  columns: ['date', 'biller', 'approved', 'declined', 'percent'],
  rows: [['2026-11-29', 'ccbill', 4, 16, 20]] as (string | number)[][],
  totals: {},
};

function Page() {
  const standing = useStanding();
  return (
    <>
      <HealthModule standing={standing} approvalToday={APPROVAL} today="2026-11-29" />
      <WaitingModule standing={standing} />
    </>
  );
}

const rowsOf = async (title: string) => {
  const module = (await screen.findByRole('heading', { name: title })).closest('section')!;
  await within(module).findAllByRole('link');
  return within(module)
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.textContent]);
};

test('each part of the site says how it does in words and leads to its page; what fails is counted', async () => {
  stubServer({
    'GET /mod/standing': STANDING,
    'GET /admin/playback': PLAYBACK,
    'GET /admin/ledger/health': { drift: 0, checked_at: '2026-11-29T10:00:00.000Z' },
  });
  renderPage(<Page />);
  expect(await rowsOf('Health, today')).toEqual([
    ['/mod/live', expect.stringMatching(/^Live rooms.*good.*340 watching12$/u)],
    ['/admin/playback', expect.stringMatching(/^Playback.*good.*0\.4% stalled1\.3 s$/u)],
    ['/admin/ledger', expect.stringMatching(/^Ledger.*good.*differences: 0/u)],
    [
      '/admin/orders?biller=ccbill&day=2026-11-29',
      expect.stringMatching(/^CCBill.*failing.*80% declined20$/u),
    ],
  ]);
  expect(screen.getByText('1 failing')).toBeTruthy();
});

test('the first page asks for no password: the ledger says that it opens with it', async () => {
  stubServer({
    'GET /mod/standing': STANDING,
    'GET /admin/playback': PLAYBACK,
    'GET /admin/ledger/health': refusal(403, 'common.sudo_required'),
  });
  renderPage(<Page />);
  const rows = await rowsOf('Health, today');
  expect(rows[2]![1]).toContain('opens with your password');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what waits is counted by the page on which it is decided, with the clock that ends first', async () => {
  stubServer({ 'GET /mod/standing': STANDING });
  renderPage(<Page />);
  expect(await rowsOf('Needs a person')).toEqual([
    ['/mod', 'CasesTime left: 1 h7'],
    ['/mod/complaints', 'Complaints3'],
    ['/mod/appeals', 'Appeals0'],
    ['/admin/review', 'Review34'],
  ]);
});
