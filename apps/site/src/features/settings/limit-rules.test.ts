import { expect, test } from 'vitest';
import { isRaise, raiseNeeds } from './limit-rules.ts';

test.each([
  [0, 100, false],
  [100, 50, false],
  [100, 100, false],
  [100, 101, true],
  [100, 0, true],
  [0, 0, false],
])('a limit of %d that becomes %d is a raise: %o', (from, to, is) => expect(isRaise(from, to)).toBe(is));

test('papers that were refused or have run out come before a raise, and nothing else does', () => {
  const needs = (complianceStatus: string) => raiseNeeds({ complianceStatus });
  expect(['rejected', 'expired'].map(needs)).toEqual(['verify', 'verify']);
  expect(['none', 'pending', 'approved'].map(needs)).toEqual(['none', 'none', 'none']);
});
