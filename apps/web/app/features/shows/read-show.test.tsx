import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { idleShows } from './idle-shows.ts';
import ReadShow from './read-show.tsx';

afterEach(() => {
  cleanup();
  location.hash = '';
});

const room = roomFixture();
const me: SlotProps['me'] = { kind: 'member', current: currentUserFixture() };

/** What the page of a room has done by itself. */
function open(hash: string, status: 'online' | 'offline') {
  cleanup();
  location.hash = hash;
  const idle = idleShows(room);
  const part = { ...idle, settings: { ...idle.settings, private_enabled: true } };
  const dispatch = vi.fn();
  const tools = { place: 'room' as const, dispatch, client: undefined };
  const now = { ...roomState(room), status, ticketTokens: null, hasGroup: false };
  renderPage(<ReadShow {...{ part, room, now, me, tools }} />);
  return dispatch.mock.calls.map(([event]) => event);
}

test('an address that asks for a private opens its dialog once, where one can be asked for', () => {
  expect(open('', 'online')).toEqual([]);
  expect(open('#private', 'offline')).toEqual([]);
  expect(open('#private', 'online')).toEqual([{ name: 'page.private-dialog', payload: { isOpen: true } }]);
  expect(location.hash).toBe('');
});
