import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makeReleaseStore } from './release-store.ts';
import { type AgeRules, openRules } from './rules/read-rules.ts';

const shipped = openRules(undefined);
const releaseOf = (number: number): AgeRules => ({ ...shipped, number });

test('a release that is older than the last one used is refused, and so is the same number with other words', async () => {
  const { database } = await useTestDatabase();
  const releases = makeReleaseStore(database);
  expect(await releases.use(releaseOf(2), 'two')).toBe('used');
  expect(await releases.use(releaseOf(2), 'two')).toBe('used');
  expect(await releases.use(releaseOf(2), 'another two')).toBe('other');
  expect(await releases.use(releaseOf(1), 'one')).toBe('older');
  // Two nodes of a new version start at once.
  expect(
    await Promise.all([releases.use(releaseOf(3), 'three'), releases.use(releaseOf(3), 'three')]),
  ).toEqual(['used', 'used']);
  expect(await releases.use(releaseOf(2), 'two')).toBe('older');
  expect((await releases.list()).map(({ number }) => number)).toEqual([3, 2]);
});
