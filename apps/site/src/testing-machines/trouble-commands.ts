import type { AccountId } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { holdsToVoid } from '../features/wallet/index.ts';
import type { Command } from './command.ts';
import { pick } from './dice.ts';
import { type LiveNode, type NodeName, pairKey, type World } from './world.ts';

/* What nobody of a show asked for: gaps, kills, sanctions, and tokens that come and go. */

const viewerOf = (world: World): AccountId => pick(world, world.viewers);
const roomOf = (world: World): AccountId => pick(world, world.rooms);
const toggle = <Item>(items: Set<Item>, item: Item): void => void (items.delete(item) || items.add(item));

const change = (world: World, id: AccountId, tokens: number): void =>
  void world.given.set(id, (world.given.get(id) ?? 0) + tokens);

/** Somebody buys tokens. */
export async function giveTokens(world: World, person: AccountId, amountTokens: number): Promise<void> {
  const id = world.freshKey();
  const credit = { id, kind: 'purchase', source: 'billers', to: person, amountTokens } as const;
  await world.books.ledger.credit(credit);
  change(world, person, amountTokens);
  world.bought.push({ id, person, amountTokens });
}

/** A purchase is charged back, and what it covered is freed, as the wallet does it. */
async function takeTokens(world: World): Promise<void> {
  const { ledger } = world.books;
  const purchase = world.bought.splice(world.random(Math.max(1, world.bought.length)), 1)[0];
  if (!purchase) return;
  const { id: transferId, person, amountTokens } = purchase;
  const { posted, held, floor } = await ledger.balanceOf(person);
  const missing = amountTokens - (posted - held - floor);
  // Now and then a process dies between the two: the tokens are gone, and the holds are not.
  const voids = world.random(4) === 0 ? [] : holdsToVoid(await ledger.openHoldsOf(person), missing);
  for (const { id } of await ledger.openHoldsOf(person)) world.lost.add(id);
  const back = {
    type: 'refund',
    id: world.freshKey(),
    kind: 'chargeback',
    transferId,
    amountTokens,
  } as const;
  const outcomes = await ledger.together([
    ...voids.map(({ id }) => ({ type: 'void' as const, holdId: id })),
    back,
  ]);
  if (outcomes.at(-1)?.status === 'applied') change(world, person, -amountTokens);
}

/** A hold is freed behind the back of its machine. */
async function freeHold(world: World): Promise<void> {
  const hold = pick(world, await world.books.ledger.openHoldsOf(viewerOf(world)));
  if (!hold) return;
  world.lost.add(hold.id);
  await world.books.ledger.void({ holdId: hold.id });
}

/** Somebody tips with what a show might have used. */
async function tip(world: World): Promise<void> {
  const [from, to] = [viewerOf(world), roomOf(world)];
  const { spendable } = await world.books.ledger.balanceOf(from);
  if (spendable === 0) return;
  const amountTokens = 1 + world.random(spendable);
  const id = world.freshKey();
  const spend = { type: 'spend', id, kind: 'tip', from, to, sharePercent: 60, amountTokens } as const;
  const [outcome] = await world.books.ledger.together([spend]);
  if (outcome?.status !== 'applied') return;
  change(world, from, -amountTokens);
  world.tips.set(to, (world.tips.get(to) ?? 0) + Math.floor((amountTokens * 60) / 100));
}

/** The camera: on the way up, gone, back, or closed. */
export async function turnCamera(world: World, node: LiveNode, roomId: AccountId): Promise<void> {
  const row = await node.rooms.get(roomId);
  const owner = world.people.get(roomId)!;
  const broadcastId = row.broadcastId ?? world.freshKey();
  const live = { broadcastId, node: 'm1', streamName: row.streamName ?? 's', width: 640, height: 480 };
  if (row.status === 'offline') {
    const fresh = { broadcastId, streamName: 's'.repeat(22), sessionId: 'page' };
    await node.runRoom(owner, { kind: 'start', tech: 'webrtc', ...fresh });
    await node.runRoom(owner, { kind: 'live', ...live, streamName: fresh.streamName } as never);
  } else if (row.status === 'connected' || row.status === 'reconnecting')
    await node.runRoom(owner, { kind: 'live', ...live } as never);
  else if (world.random(5) > 0)
    await node.runRoom(owner, { kind: 'gone', broadcastId, node: 'm1', reason: 'lost' } as never);
  else await closeRoom(world, node, roomId);
}

/** The performer stops; nodes may hear of it, or find it out. */
export async function closeRoom(world: World, node: LiveNode, roomId: AccountId): Promise<void> {
  const owner = world.people.get(roomId)!;
  await node.runRoom(owner, { kind: 'stop' });
  if (world.random(3) === 0) return;
  const show = await node.privates.findOn(roomId);
  const pair = show && (await node.requests.pairOf(show));
  await Promise.all([pair && node.ends.end(pair, 'unpublish'), node.ticketRuns.onClosed(owner.username)]);
}

/** Out of a room, for a while; the node that did it hears of it, or finds it out. */
async function putOut(world: World, node: LiveNode | undefined): Promise<void> {
  const [room, viewer] = [roomOf(world), viewerOf(world)];
  const key = pairKey(room, viewer);
  toggle(world.putOut, key);
  if (!world.putOut.has(key)) return;
  world.maybeOut.add(key);
  if (!node || world.random(3) === 0) return;
  const [owner, person] = [world.people.get(room)!, world.people.get(viewer)!];
  await Promise.all([node.ticketRuns.onExpelled(owner.username, viewer), node.spies.stop(person, owner)]);
}

const block = async (world: World): Promise<void> =>
  toggle(world.blocks, pairKey(roomOf(world), viewerOf(world)));

async function suspend(world: World): Promise<void> {
  const id = world.random(3) === 0 ? roomOf(world) : viewerOf(world);
  const person = world.people.get(id)!;
  world.people.set(id, {
    ...person,
    suspendedAt: person.suspendedAt ? null : new Date(world.time.databaseMs),
  });
}

async function jump(world: World): Promise<void> {
  world.time.databaseMs += HOUR_MS;
  world.troubles += 1;
  await world.books.tellTime(world.time.databaseMs);
}

const NAMES: readonly NodeName[] = ['a', 'b'];

const setClock = async (world: World): Promise<void> =>
  void world.time.aheadMs.set(pick(world, NAMES), (world.random(3) - 1) * HOUR_MS);

/** Reports that were held up come at last. */
async function tellLate(world: World): Promise<void> {
  for (const fact of world.late.splice(0)) for (const node of world.nodes.values()) node.hear(fact);
}

const killNow = async (world: World): Promise<void> => world.killNode(pick(world, NAMES));
const startAll = async (world: World): Promise<void> => NAMES.forEach((name) => world.startNode(name));

async function killSoon(world: World, node: LiveNode | undefined): Promise<void> {
  node?.gate.killWithin(1 + world.random(60));
  world.troubles += 1;
}

async function loseLedger(world: World, node: LiveNode | undefined): Promise<void> {
  node?.gate.loseLedger(1 + world.random(8));
  world.troubles += 1;
}

export const troubleCommands: readonly Command[] = [
  { name: 'tokens', weight: 5, play: (world) => giveTokens(world, viewerOf(world), 10 + world.random(300)) },
  { name: 'chargeback', weight: 1, play: takeTokens },
  { name: 'a hold is freed', weight: 1, play: freeHold },
  { name: 'tip', weight: 2, play: tip },
  { name: 'camera', weight: 4, play: async (world, node) => node && turnCamera(world, node, roomOf(world)) },
  { name: 'stall', weight: 3, play: async (world) => toggle(world.stalled, viewerOf(world)) },
  { name: 'come and go', weight: 3, play: async (world) => toggle(world.here, viewerOf(world)) },
  { name: 'put out', weight: 1, play: putOut },
  { name: 'block', weight: 1, play: block },
  { name: 'suspend', weight: 1, play: suspend },
  { name: 'media restarts', weight: 1, play: async (world) => world.media.restart() },
  {
    name: 'reports get lost',
    weight: 1,
    play: async (world) => void (world.reportsLost = 1 + world.random(6)),
  },
  { name: 'late reports', weight: 2, play: tellLate },
  { name: 'an hour is gone', weight: 1, play: jump },
  { name: 'a wrong clock', weight: 1, play: setClock },
  { name: 'kill', weight: 1, play: killNow },
  { name: 'kill soon', weight: 3, play: killSoon },
  { name: 'no ledger', weight: 2, play: loseLedger },
  {
    name: 'expired holds',
    weight: 2,
    play: async (world, node) => node && world.books.ledger.expireHolds(node.liveMachines.find),
  },
  { name: 'start', weight: 5, play: startAll },
];
