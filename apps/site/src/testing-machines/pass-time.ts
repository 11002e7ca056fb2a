import type { AccountId } from '@klieg/kernel';
import { type Metered, PIECE_MS } from './media.ts';
import { isExpected } from './node.ts';
import type { LiveNode, World } from './world.ts';

/* Time passes in a world: media is delivered and told of, and every node does what it does again and again. */

/** One report in so many comes twice, one later, and one from a second page that had a part of it. */
const ODDS = 8;

/** Tells every node of a report, if it is not lost. */
function tell(world: World, fact: Metered): void {
  if (world.reportsLost > 0) {
    world.reportsLost -= 1;
    world.troubles += 1;
    return;
  }
  for (const node of world.nodes.values()) node.hear(fact);
}

/** What is delivered while a stretch of time passes. */
async function deliver(world: World, fromMs: number, untilMs: number): Promise<void> {
  const { rooms, seats } = await world.books.read();
  for (const { roomId, personKey, meterId } of seats.values()) {
    const status = rooms.get(roomId)?.status;
    const viewer = Number(personKey.slice(1)) as AccountId;
    const isShown = status === 'private' || status === 'limited';
    if (!isShown || meterId === null || !world.here.has(viewer) || world.stalled.has(viewer)) continue;
    const fact = world.media.deliver({ roomId, meterId }, fromMs, untilMs);
    const dice = world.random(ODDS);
    if (dice === 0) world.late.push(fact);
    tell(world, fact);
    if (dice === 1) tell(world, fact);
    // A second page of the same person, at another edge.
    if (dice === 2 && untilMs - fact.fromMs > 1_000) tell(world, { ...fact, fromMs: fact.untilMs - 1_000 });
  }
}

/** Everything that a node does by itself, once. */
async function work(world: World, node: LiveNode): Promise<void> {
  for (const chore of [...node.chores, ...node.ticketChores]) {
    if (node.gate.isDead) return;
    await chore().catch((error: unknown) => {
      if (!isExpected(error)) world.faults.push(error);
    });
  }
}

/** Nodes that have died by themselves are seen to be gone. */
export function buryDead(world: World): void {
  for (const [name, node] of world.nodes) if (node.gate.isDead) world.killNode(name);
}

/**
 * So many seconds pass, in steps of at most so many.
 * @param look at the world after each step
 */
export async function passTime(
  world: World,
  seconds: number,
  stepSeconds: number,
  look: () => Promise<void>,
): Promise<void> {
  for (let left = seconds; left > 0; left -= stepSeconds) {
    // Now and then half a second less, for nothing ends at whole seconds.
    const stepMs = Math.min(left, stepSeconds) * 1_000 - world.random(2) * PIECE_MS;
    const fromMs = world.time.monotonicMs;
    world.time.monotonicMs += stepMs;
    world.time.databaseMs += stepMs;
    await world.books.tellTime(world.time.databaseMs);
    await deliver(world, fromMs, world.time.monotonicMs);
    await world.idle();
    await Promise.all([...world.nodes.values()].map((node) => work(world, node)));
    await world.idle();
    buryDead(world);
    await look();
  }
}
