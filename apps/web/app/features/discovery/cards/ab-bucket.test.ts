import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { type Me, reduceMe } from '#app/shared/me/me-store.ts';
import { AB_BUCKETS, abBucketOf } from './ab-bucket.ts';

const lookAs = (user: { readonly id: number; readonly username: string }): Me =>
  reduceMe({ kind: 'unknown' }, { type: 'loaded', current: currentUserFixture({ user }) });

test('accounts fall into ten groups by their id mod 100 (CONSTANTS-074)', () => {
  const bucketOf = (id: number) => abBucketOf(lookAs({ id, username: 'demo_viewer' }));
  expect([41, 100, 109, 110, 199, 12_345].map(bucketOf)).toEqual(['4', '0', '0', '1', '9', '4']);
  const all = Array.from({ length: 1_000 }, (_, id) => bucketOf(id + 1));
  for (let bucket = 0; bucket < AB_BUCKETS; bucket++)
    expect(all.filter((one) => one === String(bucket))).toHaveLength(100);
});

test('guests fall into them by the hash of their cookie, each always into the same one (CONSTANTS-074)', () => {
  const bucketOf = (name: string) => abBucketOf(lookAs({ id: 0, username: `guest_${name}` }));
  expect(bucketOf('abcd1234')).toBe(bucketOf('abcd1234'));
  const counts = new Map<string, number>();
  for (let at = 0; at < 5_000; at++) {
    const bucket = bucketOf(at.toString(36).padStart(8, 'x'))!;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual([...'0123456789']);
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(150);
});

test('until it is known who looks there is none', () => {
  expect(abBucketOf({ kind: 'unknown' })).toBeUndefined();
});
