import { expect, test } from 'vitest';
import { complaintDueMs } from '../content-pages/index.ts';
import { actionsOf, dueAfterAnswer, isAppealable, restoreAtMs } from './complaint-rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Friday. */
const FRIDAY = Date.UTC(2026, 10, 20, 9);

test.each([
  ['illegal', 0],
  ['take_it_down', 48 * HOUR],
  ['non_consensual', 11 * DAY],
  ['copyright', 11 * DAY],
  ['depicted_person', 11 * DAY],
  ['privacy', 11 * DAY],
  ['other', 11 * DAY],
] as const)('a complaint of the kind %s is due %d ms after a Friday', (kind, ms) => {
  expect(complaintDueMs(kind, FRIDAY) - FRIDAY).toBe(ms);
});

test('the clock stands still for an answer, at most 14 days, and never where somebody is harmed meanwhile', () => {
  const due = FRIDAY + 9 * DAY;
  expect(dueAfterAnswer('copyright', due, FRIDAY + DAY, FRIDAY + 3 * DAY)).toBe(due + 2 * DAY);
  expect(dueAfterAnswer('copyright', due, FRIDAY, FRIDAY + 90 * DAY)).toBe(due + 14 * DAY);
  expect(dueAfterAnswer('copyright', due, FRIDAY + DAY, FRIDAY)).toBe(due);
  for (const kind of ['illegal', 'take_it_down', 'non_consensual'] as const)
    expect(dueAfterAnswer(kind, due, FRIDAY + DAY, FRIDAY + 3 * DAY)).toBe(due);
});

test('ten business days of a counter-notice, and six months of an appeal', () => {
  expect(restoreAtMs(FRIDAY) - FRIDAY).toBe(14 * DAY);
  expect(isAppealable(FRIDAY, FRIDAY + 182 * DAY)).toBe(true);
  expect(isAppealable(FRIDAY, FRIDAY + 183 * DAY)).toBe(false);
});

test.each([
  [{ state: 'open' }, ['remove', 'reject', 'request_info']],
  [{ state: 'in_review', isAsked: true }, ['remove', 'reject']],
  [{ state: 'actioned', outcome: 'removed' }, ['restore']],
  [{ state: 'actioned', outcome: 'removed', counter: 'open' }, ['counter', 'reject', 'restore']],
  [{ state: 'actioned', outcome: 'removed', counter: 'accepted' }, ['restore', 'reject']],
  [{ state: 'actioned', outcome: 'removed', counter: 'rejected' }, ['restore']],
  [{ state: 'dismissed', outcome: 'rejected' }, []],
  [{ state: 'appealed', outcome: 'removed' }, []],
  [{ state: 'closed', outcome: 'removed' }, ['restore']],
  [{ state: 'closed', outcome: 'rejected' }, []],
] as const)('of %j staff can do %j', (sight, actions) => {
  expect(actionsOf({ outcome: null, isAsked: false, counter: null, ...sight })).toEqual(actions);
});
