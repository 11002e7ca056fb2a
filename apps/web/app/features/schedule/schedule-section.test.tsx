import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ScheduleSection } from './schedule-section.tsx';

const READ = 'GET /chat/ada/schedule';
const dates = [
  {
    id: '0198c0de-0000-7000-8000-000000000001',
    date: '2026-11-24',
    title: 'Piano',
    kind: 'ticket',
    is_weekly: true,
    starts_at: '2026-11-24T20:00:00.000Z',
    ends_at: '2026-11-24T21:00:00.000Z',
    is_canceled: false,
    is_reminded: false,
  },
];
const path = `POST /chat/ada/schedule/${dates[0]!.id}/remind`;
const button = () => screen.getByRole('button', { name: 'Remind me of Piano' });
const pressed = () => button().getAttribute('aria-pressed');

afterEach(() => {
  act(() => closeModal());
  cleanup();
  vi.unstubAllGlobals();
});

test('a guest who wants to be reminded is asked to join (C9)', async () => {
  const { user } = currentUserFixture({});
  const guest = currentUserFixture({ user: { ...user, id: 0, username: 'guest_1' } });
  act(() => meStore.dispatch({ type: 'loaded', current: guest }));
  const sent = stubServer({ [READ]: { dates } });
  renderPage(<ScheduleSection username="ada" />);
  await waitFor(() => expect(screen.getByText('Piano')).toBeTruthy());
  fireEvent.click(button());
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'remind' } });
  expect(sent).toHaveLength(1);
});

test('the switch is on at once, off again when it is refused, and says why (C9)', async () => {
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
  const sent = stubServer({ [READ]: { dates }, [path]: refusal(409, 'schedule.reminders_full') });
  renderPage(<ScheduleSection username="ada" />);
  await waitFor(() => expect(button()).toBeTruthy());
  fireEvent.click(button());
  expect(pressed()).toBe('true');
  await waitFor(() => expect(pressed()).toBe('false'));
  stubServer({ [path]: { status: 1, is_reminded: true } });
  fireEvent.click(button());
  await waitFor(() => expect(screen.getByText('Reminder is on')).toBeTruthy());
  expect(sent[1]).toMatchObject({ call: path, body: { remind: true } });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([`/schedule/ada.ics?stream=${dates[0]!.id}&date=2026-11-24`, '/schedule/ada.ics']);
});

test('nothing announced is said, and what did not load can be tried again', async () => {
  stubServer({ [READ]: refusal(503, 'common.unavailable') });
  renderPage(<ScheduleSection username="ada" />);
  await waitFor(() => expect(screen.getByText('The schedule did not load')).toBeTruthy());
  stubServer({ [READ]: { dates: [] } });
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.getByText(/^Nothing is announced/u)).toBeTruthy());
  expect(screen.queryAllByRole('link')).toEqual([]);
});
