import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { reduceTicketShows, startTicketShows, type TicketPart } from './ticket-state.ts';

const update = (changes: object = {}) => ({
  name: 'v3.limited.update' as const,
  payload: {
    seq: 1,
    show_id: 's1',
    status: 'selling' as const,
    ticket_price: 100,
    recording_price: 0,
    limited_message: 'Piano',
    refund_joined_minute_before_end: 5,
    sold: 1,
    target: 3,
    ...changes,
  },
});
const reduce = (...events: Parameters<typeof reduceTicketShows>[1][]): TicketPart =>
  events.reduce(reduceTicketShows, startTicketShows(roomFixture()));

test('a room without a ticket show has none, and one that is announced is known by its terms (SHOWS-019)', () => {
  expect(reduce()).toEqual({
    show: null,
    hasTicket: false,
    hasRecording: false,
    result: null,
    overId: null,
  });
  expect(reduce(update({ starts_at: 5_000 })).show).toEqual({
    id: 's1',
    isRunning: false,
    price: 100,
    recordingPrice: 0,
    message: 'Piano',
    refundMinutes: 5,
    startsAt: 5_000,
    sold: 1,
    minSold: 3,
  });
});

test('the own ticket stays while others buy, and belongs to one show alone', () => {
  const own = update({ purchased_ticket: true });
  expect(reduce(own, update({ sold: 2 }))).toMatchObject({ hasTicket: true, show: { sold: 2 } });
  expect(reduce(own, update({ status: 'running' }))).toMatchObject({
    hasTicket: true,
    show: { isRunning: true },
  });
  expect(reduce(own, update({ show_id: 's2' }))).toMatchObject({ hasTicket: false, show: { id: 's2' } });
  expect(reduce(own, update({ status: 'canceled' }))).toMatchObject({ hasTicket: false, show: null });
});

test('what is told of a show after its end changes nothing, and its result is kept until it was read (SHOWS-018)', () => {
  const end = {
    name: 'v3.limited.end' as const,
    payload: { seq: 2, show_id: 's1', reason: 'model_ended' as const },
  };
  const late = reduce(update({ purchased_ticket: true }), end, update({ status: 'running' }));
  expect(late).toMatchObject({ show: null, hasTicket: false });
  expect(reduce(update(), end, update({ show_id: 's2' })).show).toMatchObject({ id: 's2' });
  const payload = {
    seq: 3,
    show_id: 's1',
    ticket: 'returned' as const,
    refunded_tokens: 100,
    seconds_watched: 0,
    can_rate: false,
    recording: 'none' as const,
  };
  const told = { name: 'page.ticket-result' as const, payload };
  expect(reduce(update(), end, told).result).toEqual(payload);
  expect(reduce(update(), end, told, { name: 'page.ticket-result-read', payload: {} }).result).toBeNull();
});
