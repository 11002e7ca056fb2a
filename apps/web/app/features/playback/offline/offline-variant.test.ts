import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
});

/** As after a page load. */
const load = async () => (await import('./offline-variant.ts')).offlineVariant;

test('the variant is random a to d (LIVE-VIDEO-037)', async () => {
  const seen: string[] = [];
  for (const chance of [0, 0.3, 0.6, 0.999]) {
    vi.resetModules();
    sessionStorage.clear();
    seen.push((await load())(() => chance));
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('it is chosen once per visit: other rooms and other pages of it show the same (LIVE-VIDEO-037)', async () => {
  const variant = (await load())(() => 0.6);
  expect((await load())(() => 0)).toBe(variant);
  vi.resetModules();
  expect((await load())(() => 0)).toBe(variant);
});
