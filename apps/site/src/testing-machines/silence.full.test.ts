import { randomOf } from '@klieg/testing/random';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/postgres/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { type Books, makeMemoryBooks } from './books.ts';
import { passTime } from './pass-time.ts';
import { addPeople, makePgBooks, takeClock } from './pg-books-store.ts';
import { beginPrivate } from './show-commands.ts';
import { giveTokens, turnCamera } from './trouble-commands.ts';
import { makeWorld, newTime, type WorldTime } from './world.ts';

/* Nodes that die sooner than a silent show would end: each goes on counting where the one before stopped. */

const { connection, owner, ownerConnection } = await useTestDatabase();
let database: Database;
beforeAll(async () => {
  await takeClock(owner, ownerConnection.database);
  database = openDatabase(connection);
});
afterAll(() => database.close());

const FIRST_ID = 900_000;
/** A node lives for so long; silence ends a show after 60 s (S312). */
const LIFE_SECONDS = 20;
const nothing = async () => undefined;

/** A private with a picture, on node a. */
async function beginShow(makeBooks: MakeBooks, firstId: number) {
  await addPeople(owner, firstId);
  const time = newTime(Math.floor(Date.now() / 1_000) * 1_000);
  const world = makeWorld({ random: randomOf(firstId), time, books: makeBooks(time, firstId), firstId });
  await world.books.tellTime(time.databaseMs);
  world.startNode('a');
  const node = world.nodes.get('a')!;
  for (const room of world.rooms)
    while ((await node.rooms.get(room)).status !== 'online') await turnCamera(world, node, room);
  for (const person of world.viewers) await giveTokens(world, person, 5_000);
  await beginPrivate(world, node);
  await passTime(world, 10, 1, nothing);
  const stateOf = async () => [...(await world.books.read()).privates.values()][0]!;
  expect(await stateOf()).toMatchObject({ state: 'running' });
  const { payerId } = await stateOf();
  return { world, viewer: payerId, stateOf };
}

type MakeBooks = (time: WorldTime, firstId: number) => Books;
const kinds: readonly [string, number, MakeBooks][] = [
  ['in memory', FIRST_ID, (time) => makeMemoryBooks(() => time.databaseMs)],
  ['in the database', FIRST_ID + 10, (time, firstId) => makePgBooks(database, time, firstId)],
];

test.each(kinds)(
  'a private that nobody watches any more ends after a minute, also where its node dies every twenty seconds, %s (S3) (S312)',
  async (_where, firstId, makeBooks) => {
    const { world, viewer, stateOf } = await beginShow(makeBooks, firstId);
    world.stalled.add(viewer);
    for (let lives = 0; lives < 3; lives++) {
      await passTime(world, LIFE_SECONDS, 2, nothing);
      expect(await stateOf(), `after ${lives} kills`).toMatchObject({ state: 'running' });
      world.killNode('a');
      world.startNode('a');
    }
    await passTime(world, LIFE_SECONDS, 2, nothing);
    expect(await stateOf()).toMatchObject({ state: 'ended', reason: 'user_left' });
    expect(world.faults).toEqual([]);
    world.killNode('a');
  },
);

test.runIf(isLongRun).each(kinds)(
  'one that is watched goes on through the same deaths, and through a clock that jumps, %s (S3)',
  async (_where, firstId, makeBooks) => {
    const { world, viewer, stateOf } = await beginShow(makeBooks, firstId + 20);
    for (let lives = 0; lives < 6; lives++) {
      // Half of each life is silent.
      world.stalled.add(viewer);
      await passTime(world, LIFE_SECONDS / 2, 2, nothing);
      world.killNode('a');
      world.time.databaseMs += 3_600_000;
      await world.books.tellTime(world.time.databaseMs);
      world.startNode('a');
      world.stalled.delete(viewer);
      await passTime(world, LIFE_SECONDS / 2, 2, nothing);
    }
    expect(await stateOf()).toMatchObject({ state: 'running', silentMs: 0 });
    world.killNode('a');
  },
);
