import { expect, test } from 'vitest';
import { bodyOf, draftOf, faultsOf, newStreamDraft, timeZones } from './stream-draft.ts';

const NOW = Date.parse('2026-11-23T23:30:00Z');

test('a new stream is tomorrow evening in the zone of whoever announces it', () => {
  expect(newStreamDraft('a', 'UTC', NOW)).toMatchObject({
    date: '2026-11-24',
    time: '20:00',
    isWeekly: false,
  });
  expect(newStreamDraft('a', 'Europe/Berlin', NOW).date).toBe('2026-11-25');
});

test('a draft has faults where it could not be sent (C3)', () => {
  const draft = { ...newStreamDraft('a', 'UTC', NOW), title: 'Piano' };
  expect([...faultsOf(draft)]).toEqual([]);
  for (const title of ['', '   ', 'x'.repeat(81)])
    expect([...faultsOf({ ...draft, title })]).toEqual(['title']);
  for (const date of ['', '24.11.2026', '2026-13-01'])
    expect([...faultsOf({ ...draft, date })]).toEqual(['date']);
  for (const time of ['', '24:00', '9:30']) expect([...faultsOf({ ...draft, time })]).toEqual(['time']);
});

test('what is read of a stream and sent again is the same', () => {
  const stream = {
    id: 'a',
    title: 'Piano',
    kind: 'ticket' as const,
    date: '2026-11-24',
    time: '20:00',
    duration_minutes: 75,
    time_zone: 'Asia/Kathmandu',
    is_weekly: true,
  };
  const { id: _id, ...sent } = stream;
  expect(bodyOf(draftOf({ ...stream, dates: [] }))).toEqual(sent);
});

test('the own zone and UTC can be chosen in every browser', () => {
  expect(timeZones('Etc/Own')).toEqual(expect.arrayContaining(['UTC', 'Etc/Own', 'Europe/Berlin']));
});
