import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followAutosilences } from '#app/shared/me/autosilences.ts';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { type Autosilence, silenceNews } from '#app/shared/me/silence-news.ts';
import { makeModuleSet } from '#app/shared/room-module/module-set.tsx';
import { defineRoomModule } from '#app/shared/room-module/room-module.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { reduceRoom, roomState } from '#app/shared/room/room-state.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { chatModule } from '../room-module.tsx';

const NOW = Date.UTC(2026, 10, 20, 20, 0);

beforeEach(() => vi.useFakeTimers({ now: NOW }));
let stop = () => {};
afterEach(() => {
  cleanup();
  stop();
  vi.useRealTimers();
});

const set = makeModuleSet({
  room: defineRoomModule({ key: 'room', start: roomState, reduce: reduceRoom }),
  chat: chatModule,
});

/** The foot of the chat as a member sees it; the room's answer says whether the member may write. */
function openFoot(canWrite = { ok: false, reason: 'silenced' as string | null }) {
  const base = roomFixture();
  const room = { ...base, chat: { ...base.chat, can_write: canWrite } };
  const parts = set.start(room);
  const dispatch = vi.fn();
  const tools = { place: 'room' as const, dispatch, client: undefined };
  function Foot() {
    return set.draw('side.foot', { parts, room, now: parts.room, me: useMe(), tools });
  }
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  // A silence that was told before the code was there counts, and a new connection begins from nothing.
  silenceNews.hear({ seq: 1, isAutosilenced: true, room: room.user.username });
  stop = followAutosilences();
  silenceNews.hear(undefined);
  renderPage(<Foot />);
  const tell = async (told: Omit<Autosilence, 'seq'>) => {
    await act(async () => silenceNews.hear({ seq: 1, ...told }));
    await act(() => vi.dynamicImportSettled());
  };
  const isMarked = () => {
    const me = meStore.get();
    return me.kind === 'member' && me.current.isAutosilenced;
  };
  return { room: room.user.username, dispatch, tell, isMarked };
}

test('v3.autosilenced marks the person: the room says why and until when, the field is closed, until it is over (MODERATION-ROLES-001)', async () => {
  const { room, dispatch, tell, isMarked } = openFoot();
  expect(isMarked()).toBe(false);
  await tell({ isAutosilenced: true, until: NOW + 600_000, reason: 'spam', room });
  expect(isMarked()).toBe(true);
  expect(screen.getByRole('status').textContent).toMatch(
    /^You are silenced here until .*10.*You sent the same line several times\.$/u,
  );
  expect(screen.getByPlaceholderText('You are silenced here for now')).toBeTruthy();
  expect(dispatch.mock.calls).toEqual([[{ name: 'page.rights-changed', payload: {} }]]);
  await act(() => vi.advanceTimersByTimeAsync(601_000));
  expect(isMarked()).toBe(false);
  expect(screen.queryByRole('status')).toBeNull();
  expect(dispatch).toHaveBeenCalledTimes(2);
});

test('a silence that a moderator ends is over at once, and one of another room says nothing here', async () => {
  const { room, tell, isMarked } = openFoot();
  await tell({ isAutosilenced: true, until: NOW + 600_000, reason: 'flood', room: 'elsewhere' });
  expect(isMarked()).toBe(true);
  expect(screen.queryByRole('status')).toBeNull();
  await tell({ isAutosilenced: true, reason: 'flood', room });
  expect(screen.getByRole('status').textContent).toContain('You sent too many lines at once.');
  await tell({ isAutosilenced: false, room });
  expect(screen.queryByRole('status')).toBeNull();
  expect(isMarked()).toBe(true);
  await tell({ isAutosilenced: false, room: 'elsewhere' });
  expect(isMarked()).toBe(false);
});
