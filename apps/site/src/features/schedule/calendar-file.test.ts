import { expect, test } from 'vitest';
import { type CalendarDate, escapeText, foldLine, writeCalendar } from './calendar-file.ts';

const date: CalendarDate = {
  uid: 'a-2026-11-23@example.org',
  sequence: 3,
  startsAt: Date.parse('2026-11-23T20:30:00Z'),
  endsAt: Date.parse('2026-11-23T22:00:00Z'),
  changedAt: Date.parse('2026-11-20T08:00:00Z'),
  isCanceled: false,
  title: 'Ada: Piano, by candlelight; encore',
  url: 'https://example.org/ada',
};

/** As calendars read it: folded lines are joined again. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('texts are escaped, so that no title ends its line or begins another (C7)', () => {
  expect(escapeText('a,b;c\\d\ne\r\nf')).toBe('a\\,b\\;c\\\\d\\ne\\nf');
  const file = writeCalendar({ name: 'Ada', dates: [{ ...date, title: 'x\r\nEND:VCALENDAR' }] });
  expect(linesOf(file).filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
});

test('lines have at most 75 bytes, are cut between characters, and come together again (C7)', () => {
  for (const text of [
    'SUMMARY:' + 'ä'.repeat(100),
    'SUMMARY:' + '🎹'.repeat(60),
    'x'.repeat(75),
    'x'.repeat(76),
    '',
  ]) {
    const folded = foldLine(text);
    const lines = folded.split('\r\n');
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(folded.replaceAll('\r\n ', '')).toBe(text);
  }
  expect(foldLine('x'.repeat(75))).not.toContain('\r\n');
});

test('a date is an event in UTC with the ends of lines that the format has (C7)', () => {
  const file = writeCalendar({ name: 'Ada', dates: [date, { ...date, uid: 'b', isCanceled: true }] });
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/u);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  expect(linesOf(file)).toEqual(
    expect.arrayContaining([
      'UID:a-2026-11-23@example.org',
      'SEQUENCE:3',
      'DTSTAMP:20261120T080000Z',
      'DTSTART:20261123T203000Z',
      'DTEND:20261123T220000Z',
      'SUMMARY:Ada: Piano\\, by candlelight\\; encore',
      'URL:https://example.org/ada',
      'STATUS:CONFIRMED',
      'STATUS:CANCELLED',
    ]),
  );
});

test('a schedule with nothing on it is a whole calendar, too (C7)', () => {
  expect(linesOf(writeCalendar({ name: 'Ada', dates: [] })).slice(-2)).toEqual(['END:VCALENDAR', '']);
});
