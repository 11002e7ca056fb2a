import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { openRealtime } from '../../shared/realtime/open-realtime.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
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
const serve = (live: readonly string[], more: object = {}) => {
  const replies: Record<string, unknown> = {
    'GET /mod/reports': {
      items: [report('a'), report('b', { is_urgent: false, reason: 'spam', subject: 'ben' })],
      open: 2,
      next_cursor: null,
    },
    'GET /mod/reports/a': { ...report('a'), ...whole },
    'GET /mod/live': wallOf(...live),
    ...more,
  };
  stubServer(replies);
  return replies;
};

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

const DECIDE = 'POST /mod/reports/a';
const bySomebody = (assignee: string) => ({
  ...report('a', { assignee, state: 'in_review' }),
  ...whole,
  taken_until: '2099-11-29T10:30:00.000Z',
});

test('who wants to take a case too late is told so, and sees whose it is', async () => {
  const replies = serve([], { [DECIDE]: refusal(409, 'moderation.stale', { message: 'Already taken' }) });
  renderPage(<ConsolePage />, '/mod?case=a');
  const panel = await screen.findByRole('region', { name: 'May be under age' });
  replies['GET /mod/reports/a'] = bySomebody('bob');
  fireEvent.click(within(panel).getByRole('button', { name: 'Look into it' }));
  expect(await within(panel).findByText('bob is looking into it')).toBeTruthy();
  expect(within(panel).getByText('Already taken')).toBeTruthy();
});

test('a case that cannot be taken says why, whoever has it', async () => {
  serve([], { [DECIDE]: refusal(503, 'common.unavailable') });
  renderPage(<ConsolePage />, '/mod?case=a');
  const panel = await screen.findByRole('region', { name: 'May be under age' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Look into it' }));
  expect(await within(panel).findByText('Temporarily unavailable. Please retry.')).toBeTruthy();
  expect(within(panel).getByRole('button', { name: 'Look into it' })).toBeTruthy();
});

test('what a colleague does to an open case is shown with the news of the queue, after own steps too', async () => {
  const { tell } = openRealtime();
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { username: 'me' } }) });
  const replies = serve([], { [DECIDE]: { status: 1, report: bySomebody('me') } });
  renderPage(<ConsolePage />, '/mod?case=a');
  const panel = await screen.findByRole('region', { name: 'May be under age' });
  replies['GET /mod/reports/a'] = bySomebody('me');
  fireEvent.click(within(panel).getByRole('button', { name: 'Look into it' }));
  expect(await within(panel).findByRole('button', { name: 'Release it' })).toBeTruthy();
  replies['GET /mod/reports/a'] = bySomebody('bob');
  tell('v3.staff.queue', { seq: 1, queue: 'live', count: 1 });
  expect(await within(panel).findByText('bob is looking into it')).toBeTruthy();
});
