import { expect, test } from 'vitest';
import { coversBroadcast, type ConsentStanding, firstOf, standingOf } from './consent-rules.ts';

const NOW = Date.parse('2026-11-27T12:00:00.000Z');
const consent = (more: Partial<ConsentStanding>): ConsentStanding => ({
  state: 'approved',
  openUntil: new Date(NOW - 1),
  validFrom: null,
  validUntil: null,
  endsOn: null,
  scopes: ['depict', 'distribute'],
  ...more,
});

test('a link that nobody has used in time is over, and so is a consent after its last day or that of the document', () => {
  expect(standingOf(consent({ state: 'invited' }), NOW)).toBe('expired');
  expect(standingOf(consent({ state: 'invited', openUntil: new Date(NOW + 1) }), NOW)).toBe('invited');
  expect(standingOf(consent({ state: 'pending' }), NOW)).toBe('pending');
  expect(standingOf(consent({ validUntil: '2026-11-27' }), NOW)).toBe('approved');
  expect(standingOf(consent({ validUntil: '2026-11-26' }), NOW)).toBe('expired');
  expect(standingOf(consent({ validUntil: '2027-01-01', endsOn: '2026-11-26' }), NOW)).toBe('expired');
  expect(standingOf(consent({ state: 'revoked', endsOn: '2026-11-26' }), NOW)).toBe('revoked');
});

test('a broadcast needs a consent that is given, checked, of today, and for being seen by others', () => {
  expect(coversBroadcast(consent({}), NOW)).toBe(true);
  for (const state of ['invited', 'pending', 'refused', 'revoked'] as const)
    expect(coversBroadcast(consent({ state }), NOW)).toBe(false);
  expect(coversBroadcast(consent({ validFrom: '2026-11-27' }), NOW)).toBe(true);
  expect(coversBroadcast(consent({ validFrom: '2026-11-28' }), NOW)).toBe(false);
  expect(coversBroadcast(consent({ endsOn: '2026-11-26' }), NOW)).toBe(false);
  expect(coversBroadcast(consent({ scopes: ['depict', 'download'] }), NOW)).toBe(false);
});

test('of two last days the first counts', () => {
  expect(firstOf(null, null)).toBeNull();
  expect(firstOf('2026-01-02', null)).toBe('2026-01-02');
  expect(firstOf('2026-01-02', '2026-01-01')).toBe('2026-01-01');
});
