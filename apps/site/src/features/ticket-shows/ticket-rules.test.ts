import { secondsToRate } from '@klieg/contract/features/ticket-shows/limits';
import { expect, test } from 'vitest';
import { outcomeOf, type Ticket, type TicketShow } from './ticket-rules.ts';

const START = 1_800_000_000_000;
const END = START + 3_600_000;
const show = (refundMinutes: number): TicketShow => ({
  id: 's' as never,
  roomId: 1 as never,
  state: 'settling',
  price: 100,
  recordingPrice: 0,
  message: '',
  startsAt: null,
  refundMinutes,
  minSold: 0,
  sold: 1,
  reason: 'model_ended',
  announcedAt: START,
  startedAt: START,
  endedAt: END,
  deliveredMs: END - START,
});
const joined = (at: number): Ticket => ({
  id: 't' as never,
  showId: 's' as never,
  accountId: 2 as never,
  state: 'held',
  price: 100,
  boughtAt: START,
  joinedAt: at,
  watchedMs: 0,
  outcome: null,
  place: null,
  roomPassword: null,
});

test('the window of refunds is its minutes times sixty seconds before the end (CONSTANTS-054)', () => {
  for (const minutes of [1, 5, 60]) {
    const begins = END - minutes * 60 * 1_000;
    expect(outcomeOf(show(minutes), joined(begins))).toBe('paid');
    expect(outcomeOf(show(minutes), joined(begins + 1))).toBe('returned');
  }
  expect(outcomeOf(show(0), joined(END))).toBe('paid');
});

test('a stay of 120 seconds may be rated, and of the window where that is longer (CONSTANTS-053)', () => {
  expect([0, 1, 2, 3, 60].map(secondsToRate)).toEqual([120, 120, 120, 180, 3_600]);
});
