import { describe, expect, test } from 'vitest';
import { daysOf, hasDay, nextStart, overAt, refuseStream, type Stream } from './schedule-rules.ts';
import { addDays, clockAt, daysBetween, instantOf } from '../../platform/zoned-time.ts';

const iso = (at: number): string => new Date(at).toISOString();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const berlin: Stream = {
  id: '00000000-0000-7000-8000-000000000001' as never,
  ownerId: 1 as never,
  title: 'Evening',
  kind: 'public',
  date: '2026-10-21',
  time: '20:30',
  durationMinutes: 90,
  timeZone: 'Europe/Berlin',
  isWeekly: true,
  version: 0,
  changedAt: 0,
  canceled: new Set(['2026-11-04']),
};

describe('an hour of a zone', () => {
  test('is found on both sides of a change of clocks (C1)', () => {
    expect(iso(instantOf('2026-10-24', '20:30', 'Europe/Berlin'))).toBe('2026-10-24T18:30:00.000Z');
    expect(iso(instantOf('2026-10-25', '20:30', 'Europe/Berlin'))).toBe('2026-10-25T19:30:00.000Z');
    expect(iso(instantOf('2026-03-08', '23:00', 'America/New_York'))).toBe('2026-03-09T03:00:00.000Z');
    expect(iso(instantOf('2026-06-01', '00:15', 'Asia/Kathmandu'))).toBe('2026-05-31T18:30:00.000Z');
    expect(iso(instantOf('2026-04-05', '12:00', 'Australia/Lord_Howe'))).toBe('2026-04-05T01:30:00.000Z');
    expect(iso(instantOf('2026-01-01', '09:00', 'UTC'))).toBe('2026-01-01T09:00:00.000Z');
  });

  test('that is left out is as much later; one that comes twice is the first (C2)', () => {
    expect(iso(instantOf('2026-03-29', '02:30', 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z');
    expect(clockAt(instantOf('2026-03-29', '02:30', 'Europe/Berlin'), 'Europe/Berlin').time).toBe('03:30');
    expect(iso(instantOf('2026-10-25', '02:30', 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z');
    expect(iso(instantOf('2026-11-01', '01:30', 'America/New_York'))).toBe('2026-11-01T05:30:00.000Z');
  });

  test('and days are counted without a zone', () => {
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
    expect(daysBetween('2026-10-20', '2026-10-27')).toBe(7);
    expect(clockAt(Date.parse('2026-12-31T23:30:00Z'), 'Europe/Berlin')).toEqual({
      date: '2027-01-01',
      time: '00:30',
    });
  });
});

describe('the days of a stream', () => {
  test('a weekly one keeps its hour when clocks change, and shows what is canceled (C1) (C5)', () => {
    const days = daysOf(berlin, Date.parse('2026-10-20T00:00:00Z'), Date.parse('2026-11-12T00:00:00Z'));
    expect(days.map(({ startsAt, isCanceled }) => `${iso(startsAt)} ${isCanceled}`)).toEqual([
      '2026-10-21T18:30:00.000Z false',
      '2026-10-28T19:30:00.000Z false',
      '2026-11-04T19:30:00.000Z true',
      '2026-11-11T19:30:00.000Z false',
    ]);
    expect(days[0]!.endsAt - days[0]!.startsAt).toBe(90 * 60_000);
  });

  test('begin with what still runs, and not before the first (C6)', () => {
    const during = Date.parse('2026-10-28T20:00:00Z');
    expect(daysOf(berlin, during, during + DAY).map(({ date }) => date)).toEqual(['2026-10-28']);
    expect(daysOf(berlin, during + 2 * HOUR, during + DAY)).toEqual([]);
    expect(daysOf(berlin, 0, Date.parse('2026-10-22T00:00:00Z')).map(({ date }) => date)).toEqual([
      '2026-10-21',
    ]);
    const longAgo = { ...berlin, date: '2001-10-24' };
    expect(daysOf(longAgo, during, during + 8 * DAY).map(({ date }) => date)).toEqual([
      '2026-10-28',
      '2026-11-04',
    ]);
  });

  test('of zones that are a day ahead or behind are found, too', () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      const stream = {
        ...berlin,
        timeZone,
        time: '00:10',
        durationMinutes: 720,
        canceled: new Set<string>(),
      };
      const from = instantOf('2026-11-11', '12:00', timeZone);
      expect(daysOf(stream, from, from + 7 * DAY).map(({ date }) => date)).toEqual([
        '2026-11-11',
        '2026-11-18',
      ]);
    }
  });

  test('of a single one are that one', () => {
    const single = { ...berlin, isWeekly: false, date: '2026-11-05' };
    const before = Date.parse('2026-11-01T00:00:00Z');
    expect(daysOf(single, before, before + 30 * DAY)).toHaveLength(1);
    expect(daysOf(single, before + 10 * DAY, before + 30 * DAY)).toEqual([]);
    expect(overAt(single)).toBe(Date.parse('2026-11-05T21:00:00Z'));
    expect(overAt(berlin)).toBeNull();
    expect(hasDay(single, '2026-11-05', before)).toBe(true);
    expect(hasDay(single, '2026-11-06', before)).toBe(false);
  });

  test('the next start leaves out what is canceled and what has begun (C12)', () => {
    const after = Date.parse('2026-10-28T19:30:00Z');
    expect(nextStart(berlin, after - 1)?.date).toBe('2026-10-28');
    expect(nextStart(berlin, after)?.date).toBe('2026-11-11');
    const off = { ...berlin, isWeekly: false, date: '2026-11-04' };
    expect(nextStart(off, after)).toBeUndefined();
  });
});

test('a stream is announced for later, within a year, and as one of twenty (C3)', () => {
  const now = Date.parse('2026-11-01T12:00:00Z');
  const single = { ...berlin, isWeekly: false, timeZone: 'UTC', time: '12:00' };
  expect(refuseStream({ ...single, date: '2026-11-01' }, 0, now)).toBe('schedule.not_to_come');
  expect(refuseStream({ ...single, date: '2026-11-01', time: '12:01' }, 19, now)).toBeUndefined();
  expect(refuseStream({ ...single, date: '2026-11-02' }, 20, now)).toBe('schedule.full');
  expect(refuseStream({ ...single, date: '2027-11-02' }, 0, now)).toBeUndefined();
  expect(refuseStream({ ...single, date: '2027-11-03' }, 0, now)).toBe('schedule.too_far');
  expect(refuseStream({ ...berlin, date: '2026-01-01' }, 0, now)).toBeUndefined();
  expect(refuseStream({ ...berlin, date: '2028-01-01' }, 0, now)).toBe('schedule.too_far');
});
