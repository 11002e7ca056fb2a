import type { AgeDemand, AgeMethod } from '@klieg/contract';
import { expect, test } from 'vitest';
import { openRules } from './rules/read-rules.ts';
import { type PastCheck, refuseMethod, standingOf, VALID_MS } from './standing-rules.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const HOUR = 3_600_000;
const rule = openRules(undefined).rules.find(({ place }) => place === 'US-TX')!;
const demand: AgeDemand = { isRequired: true, methods: rule.methods, rule };
const served = new Set<AgeMethod>(rule.methods);
const check = (more: Partial<PastCheck>): PastCheck => ({
  method: 'card',
  jurisdiction: 'US-TX',
  state: 'failed',
  decidedAt: NOW - HOUR,
  endsAt: NOW - HOUR,
  threadId: null,
  ...more,
});
const failures = (count: number, method: AgeMethod, hoursAgo = 1) =>
  Array.from({ length: count }, (_, index) => check({ method, decidedAt: NOW - hoursAgo * HOUR - index }));
const standing = (checks: readonly PastCheck[], on = served) =>
  standingOf(checks, demand, { served: on, now: NOW });

test('nothing yet: every method of the place whose vendor is set up is offered', () => {
  expect(standing([])).toEqual({
    state: 'none',
    attempts: 0,
    allowed: rule.methods,
    validUntil: null,
    lockedUntil: null,
    threadId: null,
  });
  expect(standing([], new Set<AgeMethod>(['card', 'id_verification'])).allowed).toEqual(['card']);
});

test('what was passed counts for a year, at the place where it was passed', () => {
  const passed = check({ state: 'passed', endsAt: NOW + VALID_MS });
  expect(standing([passed])).toMatchObject({ state: 'passed', validUntil: NOW + VALID_MS });
  expect(standing([{ ...passed, endsAt: NOW }]).state).toBe('none');
  expect(standing([{ ...passed, jurisdiction: 'US-FL' }]).state).toBe('none');
  // A failure afterwards takes nothing back.
  expect(standing([passed, check({})]).state).toBe('passed');
});

test('from the first failure on it has failed; three close the method for a day', () => {
  expect(standing(failures(1, 'card'))).toMatchObject({
    state: 'failed',
    attempts: 1,
    allowed: rule.methods,
  });
  expect(standing(failures(2, 'card')).allowed).toContain('card');
  expect(standing(failures(3, 'card')).allowed).toEqual(rule.methods.filter((method) => method !== 'card'));
  expect(standing(failures(3, 'card', 25))).toMatchObject({
    state: 'none',
    attempts: 0,
    allowed: rule.methods,
  });
});

test('six failures in a day lock everything but the live check for a day from the sixth', () => {
  const six = [...failures(3, 'card'), ...failures(3, 'face_scan', 3)];
  expect(standing(six)).toMatchObject({ allowed: ['live_id_check'], lockedUntil: NOW - HOUR + 24 * HOUR });
  // The first of the six is older than a day by now, and the lock holds.
  const late = [...failures(3, 'card', 23), ...failures(3, 'face_scan', 30)];
  expect(standing(late)).toMatchObject({ allowed: ['live_id_check'], lockedUntil: NOW + HOUR });
  expect(standing([...failures(3, 'card', 25), ...failures(3, 'face_scan', 30)]).lockedUntil).toBeNull();
  expect(standing(failures(5, 'live_id_check')).allowed).toEqual(rule.methods);
});

test('a live check that waits is pending, with its conversation, until it runs out', () => {
  const waiting = check({
    state: 'pending',
    method: 'live_id_check',
    decidedAt: null,
    endsAt: NOW + HOUR,
    threadId: 't',
  });
  expect(standing([waiting, check({})])).toMatchObject({ state: 'pending', threadId: 't' });
  expect(standing([{ ...waiting, endsAt: NOW - 1 }]).state).toBe('none');
});

test('a method is refused where the place does not know it, its vendor is off or it was tried too often', () => {
  const refuse = (method: AgeMethod, checks: readonly PastCheck[] = [], on = served) =>
    refuseMethod(method, demand, standing(checks, on), on);
  expect(refuse('card')).toBeUndefined();
  expect(refuse('id_verification')).toBe('compliance.method_not_allowed');
  expect(refuse('card', [], new Set<AgeMethod>())).toBe('compliance.method_not_allowed');
  expect(refuse('card', failures(3, 'card'))).toBe('compliance.too_many_attempts');
  const free: AgeDemand = { isRequired: false, methods: [], rule: null };
  expect(refuseMethod('card', free, standingOf([], free, { served, now: NOW }), served)).toBe(
    'compliance.method_not_allowed',
  );
});
