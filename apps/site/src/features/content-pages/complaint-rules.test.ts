import { expect, test } from 'vitest';
import { afterBusinessDays, complaintDueMs, faultOfComplaint } from './complaint-rules.ts';

const friday = Date.parse('2026-11-20T11:00:00.000Z');
const due = (kind: Parameters<typeof complaintDueMs>[0]) =>
  new Date(complaintDueMs(kind, friday)).toISOString();

test('what is illegal is due at once, a take-down in 48 hours, all else in seven business days', () => {
  expect(due('illegal')).toBe('2026-11-20T11:00:00.000Z');
  expect(due('take_it_down')).toBe('2026-11-22T11:00:00.000Z');
  for (const kind of ['non_consensual', 'copyright', 'depicted_person', 'privacy', 'other'] as const)
    expect(due(kind)).toBe('2026-12-01T11:00:00.000Z');
});

test.each([
  ['Monday', '2026-11-23T11:00:00.000Z', '2026-12-07T11:00:00.000Z'],
  ['Friday', '2026-11-27T23:59:59.999Z', '2026-12-11T23:59:59.999Z'],
  ['Saturday', '2026-11-28T00:00:00.000Z', '2026-12-14T00:00:00.000Z'],
  ['Sunday', '2026-11-29T01:00:00.000Z', '2026-12-14T00:00:00.000Z'],
])('ten business days that begin on a %s are ten whole ones', (_day, from, to) => {
  expect(new Date(afterBusinessDays(Date.parse(from), 10)).toISOString()).toBe(to);
});

test('a complaint is about pages of this site, and one of copyright carries its statement', () => {
  const own = new Set(['https://klieg.example']);
  const urls = ['https://klieg.example/anna'];
  expect(faultOfComplaint({ kind: 'other', urls }, own)).toBeUndefined();
  for (const url of [
    'https://elsewhere.example/anna',
    'https://klieg.example.evil.example/',
    'http://klieg.example/',
  ])
    expect(faultOfComplaint({ kind: 'other', urls: [...urls, url] }, own)?.path).toBe('urls');
  expect(faultOfComplaint({ kind: 'copyright', urls }, own)?.path).toBe('perjury');
  expect(faultOfComplaint({ kind: 'copyright', urls, perjury: false }, own)?.path).toBe('perjury');
  expect(faultOfComplaint({ kind: 'copyright', urls, perjury: true }, own)).toBeUndefined();
});
