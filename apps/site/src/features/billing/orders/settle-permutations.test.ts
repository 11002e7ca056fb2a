import { silentLog, systemClock } from '@klieg/kernel';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#site/platform/postgres/index.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makeLedger } from '../../ledger/make-ledger.ts';
import { makeBillerNode } from '../billers/testing-biller-nodes.ts';
import { wakePosts } from './testing-orders-store.ts';
import { makeEndReader, makePermutations, type Permutation } from './testing-post-permutations.ts';

/*
 * Posts of a biller come in any order, each several times, to two nodes that die between any two steps. The end is
 * the same as when each comes once, in order, to a node that lives.
 */

/** Parts of the whole, so that a long run says how far it is. */
const PARTS = howMany(1, 10);
const PERMUTATIONS_OF_PART = howMany(12, 1_000);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
/** A part takes a minute on a quiet machine, and several times as long on a busy one. */
const TIMEOUT_MS = howMany(300_000, 7_200_000);
/** Orders that are played at the same time, so that neither this process nor the database waits for the other. */
const ORDERS_AT_ONCE = 40;
/** Posts of one order that are on their way at the same time. */
const AT_ONCE = 4;
/** One step in so many is the node's last. */
const STEPS_TO_DEATH = 25;

const { database, connection } = await useTestDatabase();
const other = openDatabase(connection);
afterAll(() => other.close());

/** Plays the mixed posts of one order to nodes of its own. @returns how often one of them died */
async function play({ mixed, random }: Permutation): Promise<number> {
  let deaths = 0;
  const mayDie = () => {
    const isLast = random(STEPS_TO_DEATH) === 0;
    if (isLast) deaths += 1;
    return isLast;
  };
  for (let at = 0; at < mixed.length; at += AT_ONCE) {
    // A node that died is started again.
    const nodes = [makeBillerNode(database, mayDie), makeBillerNode(other, mayDie)];
    await Promise.all(mixed.slice(at, at + AT_ONCE).map((post) => nodes[random(2)]!.receive(post)));
  }
  return deaths;
}

test
  .runIf(isFullRun)
  .each(Array.from({ length: PARTS }, (_, part) => FIRST_SEED + part * PERMUTATIONS_OF_PART))(
  `${PERMUTATIONS_OF_PART} permutations from seed %i of posts, each one to five times, on two nodes that die, end as in order (S2402) (S2404) (S2405)`,
  async (firstSeed) => {
    let deaths = 0;
    const endReader = makeEndReader(database);
    const afterLast = firstSeed + PERMUTATIONS_OF_PART;
    for (let seed = firstSeed; seed < afterLast; seed += ORDERS_AT_ONCE) {
      const count = Math.min(ORDERS_AT_ONCE, afterLast - seed);
      const permutations = await makePermutations(database, seed, count);
      for (const died of await Promise.all(permutations.map(play))) deaths += died;
      // A biller repeats what was not acknowledged; what was kept is worked off by whoever lives.
      const last = makeBillerNode(other);
      await Promise.all(
        permutations.map(async ({ repeats }) => {
          for (const post of repeats) await last.receive(post);
        }),
      );
      await wakePosts(database);
      await last.resume();
      const { ends, inOrder } = await endReader.read(permutations);
      expect(ends).toEqual(inOrder);
    }
    // Nobody died would prove nothing of it.
    expect(deaths).toBeGreaterThan(PERMUTATIONS_OF_PART / 10);
  },
  TIMEOUT_MS,
);

test(
  'after all of them the ledger adds up (S2404)',
  async () => {
    const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
    expect((await ledger.reconcile('all')).findings).toEqual([]);
  },
  TIMEOUT_MS,
);
