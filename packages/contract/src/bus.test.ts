import { expect, test } from 'vitest';
import { matchesSubject } from './bus.ts';

test('a pattern matches itself, and with its ending what lies below it', () => {
  expect(matchesSubject('media.>', 'media.facts')).toBe(true);
  expect(matchesSubject('media.>', 'mediation')).toBe(false);
  expect(matchesSubject('media.facts', 'media.facts')).toBe(true);
  expect(matchesSubject('media.facts', 'media.facts.x')).toBe(false);
});
