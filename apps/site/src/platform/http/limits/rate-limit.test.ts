import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../postgres/testing.ts';
import { makeRateLimiter } from './rate-limit.ts';
import { makeRateStore } from './rate-store.ts';

const { database } = await useTestDatabase();
const store = makeRateStore(database, new Uint8Array(32));
let now = 1_000_000;
const clock = { now: () => now };
/** Two nodes of one site. */
const [here, there] = [makeRateLimiter({ clock, store }), makeRateLimiter({ clock, store })];
const rowCount = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from rate_buckets`.execute(database.kysely);
  return rows[0]!.count;
};

describe('tries of log-ins and codes', () => {
  test('are counted for all nodes together, and come back by time (common.rate_limited)', async () => {
    const nodes = [here, there];
    for (let i = 0; i < 10; i++)
      expect((await nodes[i % 2]!.take('auth', 'anna', false)).remaining).toBe(9 - i);
    for (const node of nodes) {
      const refused = await node.take('auth', 'anna', false);
      expect(refused).toMatchObject({ isAllowed: false, limit: 10, remaining: 0 });
      expect(refused.resetSeconds).toBe(6);
    }
    expect((await there.take('auth', 'ben', false)).isAllowed).toBe(true);
    now += 6_000;
    expect((await here.take('auth', 'anna', false)).isAllowed).toBe(true);
    expect((await there.take('auth', 'anna', false)).isAllowed).toBe(false);
  });

  test('that come at once on two nodes are never more than the limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => [here, there][at % 2]!.take('auth', 'crowd', false)),
    );
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
  });

  test('name nobody in the database, and are forgotten once they are full again', async () => {
    await here.take('auth', '203.0.113.7', false);
    const { rows } = await sql<{ row: string }>`select rate_buckets::text as row from rate_buckets`.execute(
      database.kysely,
    );
    expect(JSON.stringify(rows)).not.toContain('203.0.113.7');
    expect(rows.length).toBe(await rowCount());
    now += 30_000;
    await there.take('auth', 'late', false);
    now += 31_000;
    await store.prune(now);
    expect(await rowCount()).toBe(1);
  });
});

test('other classes are counted in memory, by each node for itself', async () => {
  const before = await rowCount();
  for (let i = 0; i < 30; i++) expect((await here.take('log', 'anna', false)).isAllowed).toBe(true);
  expect((await here.take('log', 'anna', false)).isAllowed).toBe(false);
  expect((await there.take('log', 'anna', false)).isAllowed).toBe(true);
  expect(await rowCount()).toBe(before);
});
