import { expect, test } from 'vitest';
import { configOf, faultsOf, newTicketDraft } from './ticket-draft.ts';

test('a draft has faults where a price or a number is not one that the room takes', () => {
  const draft = newTicketDraft();
  expect([...faultsOf(draft)]).toEqual([]);
  for (const price of ['', '49', '5001', '1e3', '12.5', '-60'])
    expect([...faultsOf({ ...draft, price })]).toEqual(['ticket_price']);
  for (const recordingPrice of ['', '5001', '-1'])
    expect([...faultsOf({ ...draft, recordingPrice })]).toEqual(['recording_price']);
  for (const minSold of ['', '-1', '1001', 'ten'])
    expect([...faultsOf({ ...draft, minSold })]).toEqual(['min_sold']);
});

test('what is sent has its time as an instant; without a time nothing can be canceled at it', () => {
  const draft = { ...newTicketDraft(), price: '250', message: ' Piano ', minSold: '3' };
  expect(configOf(draft, 0)).toEqual({
    ticket_price: 250,
    recording_price: 0,
    limited_message: 'Piano',
    starts_at: null,
    refund_joined_minute_before_end: 5,
    min_sold: 0,
  });
  expect(configOf({ ...draft, startsInMinutes: 15 }, 0)).toMatchObject({
    starts_at: '1970-01-01T00:15:00.000Z',
    min_sold: 3,
  });
});
