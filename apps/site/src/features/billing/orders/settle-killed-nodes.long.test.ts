import { setTimeout as delay } from 'node:timers/promises';
import { silentLog, systemClock } from '@klieg/kernel';
import { randomOf } from '@klieg/testing/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makeLedger } from '../../ledger/make-ledger.ts';
import { type KillableNode, startKillableNode } from './testing-killable-node.ts';
import { wakePosts } from './testing-orders-store.ts';
import { makeEndReader, makePermutations, type Permutation } from './testing-post-permutations.ts';

/*
 * As settle-permutations.test.ts, with nodes that are whole processes: they die by SIGKILL, wherever they are, and
 * leave to the database what they had begun.
 */

const PERMUTATIONS = 200;
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const ORDERS_AT_ONCE = 10;
/** Posts of one order that are on their way at the same time. */
const AT_ONCE = 4;
/** A node is killed once in so many posts. */
const POSTS_PER_KILL = 12;
/** A post takes a few milliseconds, so a kill in this time after one was sent meets it at any step. */
const KILL_WITHIN_MS = 15;

const { database, connection } = await useTestDatabase();
let nodes: readonly KillableNode[] = [];
beforeAll(async () => {
  nodes = await Promise.all([startKillableNode(connection), startKillableNode(connection)]);
});
afterAll(() => Promise.all(nodes.map((node) => node.stop())));

const killing = randomOf(FIRST_SEED);
const figures = { kills: 0, unanswered: 0, workedOff: 0 };

/** Kills one of the nodes at a moment that is left to chance. */
async function killOne(): Promise<void> {
  const victim = nodes[killing(2)]!;
  await delay(killing(KILL_WITHIN_MS));
  figures.kills += 1;
  await victim.killAndRestart();
}

/** Sends the mixed posts of an order; some of them kill a node. */
async function play({ mixed, random }: Permutation): Promise<void> {
  const kills: Promise<void>[] = [];
  const send = async (post: Permutation['mixed'][number]) => {
    const answered = nodes[random(2)]!.receive(post);
    if (killing(POSTS_PER_KILL) === 0) kills.push(killOne());
    if (!(await answered)) figures.unanswered += 1;
  };
  for (let at = 0; at < mixed.length; at += AT_ONCE)
    await Promise.all(mixed.slice(at, at + AT_ONCE).map(send));
  await Promise.all(kills);
}

test(`${PERMUTATIONS} permutations of posts on two processes that are killed at any moment end as in order, and the ledger adds up (S2402) (S2404) (S2405)`, async () => {
  const endReader = makeEndReader(database);
  const afterLast = FIRST_SEED + PERMUTATIONS;
  for (let seed = FIRST_SEED; seed < afterLast; seed += ORDERS_AT_ONCE) {
    const permutations = await makePermutations(database, seed, ORDERS_AT_ONCE);
    await Promise.all(permutations.map(play));
    // A biller repeats what was not acknowledged; what was kept is worked off by whoever lives.
    await Promise.all(
      permutations.map(async ({ repeats }) => {
        for (const post of repeats) await nodes[0]!.receive(post);
      }),
    );
    await wakePosts(database);
    figures.workedOff += await nodes[1]!.resume();
    const { ends, inOrder } = await endReader.read(permutations);
    expect(ends).toEqual(inOrder);
  }
  // Kills that met nothing at work would prove nothing.
  expect(figures.kills).toBeGreaterThan(PERMUTATIONS / 2);
  expect(figures.unanswered).toBeGreaterThan(figures.kills / 4);
  expect(figures.workedOff).toBeGreaterThan(0);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  expect((await ledger.reconcile('all')).findings).toEqual([]);
}, 1_800_000);
