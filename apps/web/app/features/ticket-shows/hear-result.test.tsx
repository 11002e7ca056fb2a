import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { openRealtime } from '../../shared/realtime/open-realtime.fixture.ts';
import type { PageEvent } from '../../shared/room-module/room-events.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import HearResult from './hear-result.tsx';
import { startTicketShows, type TicketPart } from './ticket-state.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const room = roomFixture();
const idle = startTicketShows({ ...room, limitedShow: null });
const show: TicketPart['show'] = {
  id: 's1',
  isRunning: true,
  price: 100,
  recordingPrice: 0,
  message: '',
  refundMinutes: 5,
  startsAt: null,
  sold: 1,
  minSold: 0,
};

test('after a ticket show the rating opens for who was there long enough, and not for others (SHOWS-040)', () => {
  const { tell } = openRealtime();
  const told: PageEvent[] = [];
  const tools = {
    place: 'room' as const,
    dispatch: (event: PageEvent) => void told.push(event),
    client: undefined,
  };
  const me = { kind: 'member', current: currentUserFixture() } as const;
  const heard = (part: TicketPart) => (
    <HearResult part={part} room={room} now={roomState(room)} me={me} tools={tools} />
  );
  const { rerender } = render(heard({ ...idle, show, hasTicket: true }));
  // The room says first that the show is over.
  rerender(heard({ ...idle, overId: 's1' }));
  const result = { show_id: 's1', ticket: 'paid', refunded_tokens: 0, recording: 'none' } as const;
  tell('v3.limited.result', { ...result, seq: 1, seconds_watched: 299, can_rate: false });
  tell('v3.limited.result', { ...result, seq: 2, show_id: 'other', seconds_watched: 300, can_rate: true });
  expect(told.filter(({ name }) => name === 'page.rating-shown')).toEqual([]);
  tell('v3.limited.result', { ...result, seq: 3, seconds_watched: 300, can_rate: true });
  expect(told.filter(({ name }) => name === 'page.rating-shown')).toEqual([
    { name: 'page.rating-shown', payload: { isShown: true, showId: 's1', kind: 'limited' } },
  ]);
});
