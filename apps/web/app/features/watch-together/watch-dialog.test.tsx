import { watchToasts } from '@klieg/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import WatchButton from './watch-button.tsx';
import { WatchDialog } from './watch-dialog.tsx';
import { startWatch, type WatchPart } from './watch-state.ts';

const room = roomFixture();
const { username } = room.user;
const LIST = `GET /watch-together/${username}/media`;
const PROPOSE = `POST /watch-together/${username}`;
const media = (id: string, more: object = {}) => ({
  id,
  name: '',
  type_name: 'recording',
  duration: 90,
  created_at: '2026-05-03T10:00:00.000Z',
  owned: false,
  ...more,
});

function propsWith(dispatch: SlotProps['tools']['dispatch'], now: object = {}): SlotProps<WatchPart> {
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
  return {
    part: startWatch(),
    room,
    now: { ...roomState(room), status: 'online', mode: 'public', ticketTokens: null, ...now },
    me: meStore.get(),
    tools: { place: 'room', dispatch, client: undefined },
  };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the dialog lists what can be watched, and proposes what is chosen (LIVE-VIDEO-002)', async () => {
  const items = [media('m1'), media('m2', { name: 'Premiere', type_name: 'ticket_show', owned: true })];
  const sent = stubServer({
    [LIST]: { items, next_cursor: null },
    [PROPOSE]: { status: 1, watch_id: 'w1', media: items[1] },
  });
  const dispatch = vi.fn();
  renderPage(<WatchDialog {...propsWith(dispatch)} />);
  expect(
    (await screen.findByRole('radio', { name: /Recording of/u })).closest('label')?.textContent,
  ).toContain('1:30');
  expect(screen.getByRole('button', { name: 'Propose it' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: /Premiere/u }));
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() =>
    expect(dispatch).toHaveBeenCalledWith({ name: 'page.watch-dialog', payload: { isOpen: false } }),
  );
  expect(sent.at(-1)?.body).toEqual({ media_id: 'm2' });
});

test('the dialog says that there is nothing, that it did not load, and why a proposal was refused', async () => {
  const toasts: unknown[] = [];
  const stop = watchToasts(({ content }) => toasts.push(content));
  const dispatch = vi.fn();
  stubServer({ [LIST]: { items: [], next_cursor: null } });
  renderPage(<WatchDialog {...propsWith(dispatch)} />);
  expect(await screen.findByText('Nothing to watch together yet')).toBeTruthy();
  cleanup();
  stubServer({ [LIST]: refusal(503, 'common.unavailable') });
  renderPage(<WatchDialog {...propsWith(dispatch)} />);
  expect(await screen.findByText('The videos did not load')).toBeTruthy();
  stubServer({
    [LIST]: { items: [media('m1')], next_cursor: null },
    [PROPOSE]: refusal(403, 'media_library.locked'),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  fireEvent.click(await screen.findByRole('radio'));
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() =>
    expect(toasts).toEqual(['This video can no longer be watched together. Choose another one.']),
  );
  expect(dispatch).not.toHaveBeenCalled();
  stop();
});

test('the action opens the dialog in a private, and the request for one where a private can be asked for', async () => {
  stubServer({ [LIST]: { items: [media('m1')], next_cursor: null } });
  const dispatch = vi.fn();
  const show = (now: object) => {
    cleanup();
    renderPage(<WatchButton {...propsWith(dispatch, now)} />);
    return screen.queryByRole('button', { name: 'Watch together' });
  };
  expect(show({ status: 'private', mode: 'spy' })).toBeNull();
  fireEvent.click(show({})!);
  await waitFor(() =>
    expect(dispatch).toHaveBeenLastCalledWith({
      name: 'page.private-dialog',
      payload: { isOpen: true, toWatch: true },
    }),
  );
  fireEvent.click(show({ status: 'private', mode: 'private' })!);
  await waitFor(() =>
    expect(dispatch).toHaveBeenLastCalledWith({ name: 'page.watch-dialog', payload: { isOpen: true } }),
  );
});

test('where there is nothing to watch the action says so at once, and opens nothing', async () => {
  const seen = vi.fn();
  const stop = watchToasts(seen);
  stubServer({ [LIST]: { items: [], next_cursor: null } });
  const dispatch = vi.fn();
  renderPage(<WatchButton {...propsWith(dispatch)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Watch together' }));
  await waitFor(() => expect(seen).toHaveBeenCalledTimes(1));
  stop();
  expect(seen.mock.calls[0]![0]).toMatchObject({
    content: `There is nothing to watch together with ${room.user.displayName} yet.`,
  });
  expect(dispatch).not.toHaveBeenCalled();
});
