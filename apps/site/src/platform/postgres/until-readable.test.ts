import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useTestDatabase } from './testing.ts';
import { untilReadable } from './until-readable.ts';

const { database, owner } = await useTestDatabase();

test('what was committed can be read by feeds only when older transactions have ended', async () => {
  const older = await owner.pool.connect();
  let isReadable = false;
  try {
    await older.query('begin');
    await older.query('select pg_current_xact_id()');
    const waiting = untilReadable(database).then(() => (isReadable = true));
    await sleep(100);
    expect(isReadable).toBe(false);
    await older.query('commit');
    await waiting;
    expect(isReadable).toBe(true);
  } finally {
    older.release();
  }
});
