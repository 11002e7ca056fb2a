import { DAY_MS } from '@klieg/kernel/time';
import { randomOf } from '@klieg/testing/random';
import { type Books, makeMemoryBooks } from './books.ts';
import { type Figures, playNext } from './commands.ts';
import { judge } from './oracle.ts';
import { newMemory } from './oracle-memory.ts';
import { isExpected } from './node.ts';
import { buryDead, passTime } from './pass-time.ts';
import { beginPrivate } from './show-commands.ts';
import { closeRoom, giveTokens, turnCamera } from './trouble-commands.ts';
import { makeWorld, newTime, type World, type WorldTime } from './world.ts';

/* One run: a world, many random commands, and a look at it after each. */

export interface Outcome {
  /** What was found to be wrong; nothing where all is well. */
  readonly violations: readonly string[];
  /** The commands as they were played. */
  readonly story: readonly string[];
}

export interface RunPlan {
  readonly seed: number;
  readonly commands: number;
  readonly figures: Figures;
  /** Where everything is kept; absent: in memory. */
  readonly makeBooks?: (time: WorldTime) => Books;
  /** When it begins, in Unix milliseconds. */
  readonly beginsAt?: number;
  readonly firstId?: number;
}

/** Everybody goes home; whatever was begun has to come to its end by itself. */
async function finish(world: World, look: () => Promise<void>): Promise<void> {
  for (const node of world.nodes.values()) {
    node.gate.killWithin(Infinity);
    node.gate.loseLedger(0);
  }
  world.time.aheadMs.clear();
  world.startNode('a');
  world.startNode('b');
  world.reportsLost = 0;
  await passTime(world, 20, 4, look);
  const shows = [...(await world.books.read()).shows.values()];
  if (shows.some(({ state }) => state === 'running')) {
    await passTime(world, 200, 5, look);
    // Who had not come yet comes late.
    for (const viewer of world.viewers) world.here.add(viewer);
    world.stalled.clear();
    await passTime(world, 50 + world.random(150), 5, look);
  }
  // Of some recordings nothing is ever heard.
  for (const id of world.recordings.keys()) if (world.random(3) > 0) world.recordings.set(id, 'ready');
  // Now and then the end itself is cut off.
  if (world.random(2) === 0) world.nodes.get('a')!.gate.killWithin(1 + world.random(80));
  for (const room of world.rooms)
    await closeRoom(world, world.nodes.get('a')!, room).catch((error: unknown) => {
      if (!isExpected(error)) throw error;
    });
  await world.idle();
  buryDead(world);
  await passTime(world, 12, 4, look);
  world.killNode('a');
  world.startNode('a');
  for (const room of world.rooms) await closeRoom(world, world.nodes.get('a')!, room);
  await passTime(world, 20, 4, look);
  // What was announced ends after a day, and what waits for a recording.
  world.time.databaseMs += DAY_MS;
  world.troubles += 1;
  await world.books.tellTime(world.time.databaseMs);
  await passTime(world, 15, 3, look);
  // Holds that nobody answers for.
  world.time.databaseMs += DAY_MS;
  await world.books.tellTime(world.time.databaseMs);
  const { liveMachines } = world.nodes.get('a')!;
  await world.books.ledger.expireHolds(liveMachines.find);
  await passTime(world, 6, 3, look);
}

/** What became of everything, for whoever wants to know that all of it was met. */
async function countEnds(world: World, figures: Figures): Promise<void> {
  const { privates, spies, shows, tickets, rights } = await world.books.read();
  const count = (word: string) => figures.set(word, (figures.get(word) ?? 0) + 1);
  for (const { state, reason, tokensCharged } of privates.values())
    count(`private ${state} ${reason}${tokensCharged ? ' and paid' : ''}`);
  for (const { reason, tokensCharged } of spies.values())
    count(`spy ${reason}${tokensCharged ? ' and paid' : ''}`);
  for (const { state, reason } of shows.values()) count(`ticket show ${state} ${reason}`);
  for (const { state } of tickets.values()) count(`ticket ${state}`);
  for (const { state } of rights.values()) count(`recording ${state}`);
}

/** Nothing goes on, and nothing is held. */
async function judgeEnd(world: World, blame: (what: string) => void): Promise<void> {
  const { privates, spies, shows, tickets, rights, places } = await world.books.read();
  const open = new Set([
    'requested',
    'starting',
    'running',
    'settling',
    'preview',
    'spying',
    'announced',
    'held',
  ]);
  for (const rows of [privates, spies, shows, tickets, rights])
    for (const { id, state } of rows.values() as Iterable<{ id: string; state: string }>)
      if (open.has(state)) blame(`${id} is ${state} when all is over`);
  for (const viewer of places.keys()) blame(`${viewer} has a place when all is over`);
  for (const viewer of world.viewers) {
    const { held } = await world.books.ledger.balanceOf(viewer);
    if (held !== 0) blame(`${held} of ${viewer} are held when all is over`);
  }
}

export async function playRun(plan: RunPlan): Promise<Outcome> {
  const { seed, commands, figures, makeBooks, firstId } = plan;
  const random = randomOf(seed);
  const time = newTime(plan.beginsAt);
  const books = makeBooks ? makeBooks(time) : makeMemoryBooks(() => time.databaseMs);
  const world = makeWorld({ random, time, books, ...(firstId !== undefined && { firstId }) });
  const memory = newMemory();
  const look = () => judge(world, memory);
  const story: string[] = [];
  await books.tellTime(time.databaseMs);
  world.startNode('a');
  world.startNode('b');
  for (const room of world.rooms) await turnCamera(world, world.nodes.get('a')!, room);
  for (const viewer of world.viewers) await giveTokens(world, viewer, 250 + random(400));
  if (random(2) === 0) await beginPrivate(world, world.nodes.get('a')!);
  for (let at = 0; at < commands && memory.violations.length === 0; at++) {
    story.push(await playNext(world, figures, look));
    await look();
  }
  if (memory.violations.length === 0) {
    story.push('everybody goes home');
    await finish(world, look);
    await judgeEnd(world, (what) => void memory.violations.push(what));
  }
  await countEnds(world, figures);
  for (const name of world.nodes.keys()) world.killNode(name);
  return { violations: memory.violations, story };
}
