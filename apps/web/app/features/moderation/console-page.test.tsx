import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { ConsolePage } from './console-page.tsx';
import { wallRoomFixture } from './wall-room.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const report = (id: string, its: object = {}) => ({
  id,
  kind: 'stream',
  target: 'anna',
  reason: 'underage',
  text: '',
  created_at: '2026-11-29T10:00:00.000Z',
  state: 'open',
  reporter: null,
  evidence: [],
  assignee: null,
  due_at: '2026-11-30T10:00:00.000Z',
  subject: 'anna',
  is_urgent: true,
  reports: 1,
  ...its,
});
const whole = {
  taken_until: null,
  snapshot: { username: 'anna', display_name: 'Anna B', about: 'Paints.', avatar_url: null },
  told: [],
  actions: [],
  history: [],
  prior: [{ at: '2026-11-01T10:00:00.000Z', reason: 'spam', state: 'dismissed', action: 'none' }],
};
const wallOf = (...names: readonly string[]) => ({
  items: names.map((username) => wallRoomFixture(username)),
  counts: { all: 1, flagged: 0, new: 0, private: 0 },
  live: 1,
  pages: 1,
});
const serve = (live: readonly string[]) =>
  stubServer({
    'GET /mod/reports': {
      items: [report('a'), report('b', { is_urgent: false, reason: 'spam', subject: 'ben' })],
      open: 2,
      next_cursor: null,
    },
    'GET /mod/reports/a': { ...report('a'), ...whole },
    'GET /mod/live': wallOf(...live),
  });

test('a case says whom it is about and how many came before; while they are live their room is a press away', async () => {
  serve(['anna']);
  renderPage(<ConsolePage />);
  const [urgent, calm] = await within(await screen.findByRole('region', { name: 'Cases' })).findAllByRole(
    'listitem',
  );
  expect(within(urgent!).getByText('High')).toBeTruthy();
  expect(within(calm!).queryByText('High')).toBeNull();
  fireEvent.click(within(urgent!).getByRole('button'));
  const panel = await screen.findByRole('region', { name: 'May be under age' });
  expect(within(panel).getByRole('link', { name: 'Anna B' }).getAttribute('href')).toBe('/anna');
  expect(within(panel).getByText('1 before')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Live now' }));
  expect(await screen.findByRole('region', { name: 'The anna' })).toBeTruthy();
});

test('nobody who is not on the wall is called live', async () => {
  serve(['ben']);
  renderPage(<ConsolePage />, '/mod?case=a');
  const panel = await screen.findByRole('region', { name: 'May be under age' });
  expect(within(panel).getByText('anna')).toBeTruthy();
  expect(within(panel).queryByRole('button', { name: 'Live now' })).toBeNull();
});
