import type { AccountId } from '@klieg/kernel';
import type { Account } from '../features/identity/index.ts';
import type { Private } from '../features/shows/privates/private-rules.ts';
import type { Command } from './command.ts';
import { pick, usedKey } from './dice.ts';
import type { LiveNode, World } from './world.ts';

/* What viewers and performers do with privates and spies, as the calls do it. */

const SPY_COSTS = [0, 6, 12, 18, 30] as const;

/** The show of a room and its people, where there is one. */
async function showIn(node: LiveNode, world: World, roomId: AccountId) {
  const show = await node.privates.findOn(roomId);
  const pair = show && (await node.requests.pairOf(show));
  return pair ?? undefined;
}

const requestsOf = async (world: World): Promise<Private[]> =>
  [...(await world.books.read()).privates.values()].filter(({ state }) => state !== 'ended');

const callerOf = (account: Account) => ({ account, country: null }) as never;

async function ask(world: World, node: LiveNode): Promise<void> {
  const viewer = world.people.get(pick(world, world.viewers))!;
  const owner = world.people.get(pick(world, world.rooms))!;
  const key = usedKey(world, `ask ${viewer.id}`);
  await node.requests.ask({ key, account: viewer, country: null }, owner, {
    type: world.random(5) === 0 ? 'exclusive' : 'private',
    source: 'menu',
    price: world.random(4) === 0 ? owner.settings.private_cost : undefined,
    withCam2cam: false,
    withRecording: false,
    message: null,
    watchMediaId: null,
  });
}

async function endBy(world: World, node: LiveNode, who: 'user_ended' | 'model_ended'): Promise<void> {
  const pair = await showIn(node, world, pick(world, world.rooms));
  if (pair) await node.ends.end(pair, who);
}

async function cancel(world: World, node: LiveNode): Promise<void> {
  const show = pick(world, await requestsOf(world));
  if (!show) return;
  const became = await node.requests.cancel(world.people.get(show.payerId)!, show.id);
  const pair = became === 'starting' ? await showIn(node, world, show.roomId) : undefined;
  if (pair) await node.ends.end(pair, 'user_ended');
}

async function accept(world: World, node: LiveNode): Promise<void> {
  const open = (await requestsOf(world)).filter(
    ({ state }) => state === 'requested' || world.random(4) === 0,
  );
  const show = pick(world, open);
  if (show) await node.accept(world.people.get(show.roomId)!, show.id);
}

async function decline(world: World, node: LiveNode): Promise<void> {
  const show = pick(world, await requestsOf(world));
  if (show) await node.requests.decline(world.people.get(show.roomId)!, show.id);
}

async function extend(world: World, node: LiveNode): Promise<void> {
  const show = await node.privates.findOn(pick(world, world.rooms));
  if (show?.state === 'running') await node.extend(world.freshKey(), show, 1 + world.random(3));
}

async function spy(world: World, node: LiveNode, isPreview: boolean): Promise<void> {
  const viewer = world.people.get(pick(world, world.viewers))!;
  // Mostly where there is something to be seen.
  const running = (await requestsOf(world)).filter(({ state }) => state === 'running');
  const show = world.random(5) > 0 ? pick(world, running) : undefined;
  const owner = world.people.get(show?.roomId ?? pick(world, world.rooms))!;
  const key = usedKey(world, `spy ${viewer.id}`);
  const price = world.random(4) === 0 ? owner.settings.spy_cost : undefined;
  await node.startSpy({ key, caller: callerOf(viewer) }, owner, { isPreview, price });
}

async function stopSpy(world: World, node: LiveNode): Promise<void> {
  const viewer = world.people.get(pick(world, world.viewers))!;
  await node.spies.stop(viewer, world.people.get(pick(world, world.rooms))!);
}

function change(world: World, id: AccountId, settings: Partial<Account['settings']>): void {
  const person = world.people.get(id)!;
  world.people.set(id, { ...person, settings: { ...person.settings, ...settings } });
}

const setPrices = async (world: World): Promise<void> =>
  change(world, pick(world, world.rooms), {
    private_cost: 6 + world.random(90),
    spy_cost: pick(world, SPY_COSTS),
    private_enabled: world.random(12) > 0,
  });

const setDiscount = async (world: World): Promise<void> =>
  void world.discounts.set(pick(world, world.rooms), world.random(3) * 25);

/** A private that runs, in one of the rooms. */
export async function beginPrivate(world: World, node: LiveNode): Promise<void> {
  const owner = world.people.get(pick(world, world.rooms))!;
  const account = world.people.get(pick(world, world.viewers))!;
  const wish = {
    type: 'private',
    source: 'menu',
    price: undefined,
    withCam2cam: false,
    withRecording: false,
    message: null,
    watchMediaId: null,
  } as const;
  const show = await node.requests.ask({ key: world.freshKey(), account, country: null }, owner, wish);
  await node.accept(owner, show.id);
}

export const showCommands: readonly Command[] = [
  { name: 'ask', weight: 12, play: ask },
  { name: 'accept', weight: 12, play: accept },
  { name: 'cancel', weight: 2, play: cancel },
  { name: 'decline', weight: 1, play: decline },
  { name: 'end by the payer', weight: 2, play: (world, node) => endBy(world, node, 'user_ended') },
  { name: 'end by the performer', weight: 2, play: (world, node) => endBy(world, node, 'model_ended') },
  { name: 'extend', weight: 3, play: extend },
  { name: 'spy', weight: 12, play: (world, node) => spy(world, node, false) },
  { name: 'look for free', weight: 2, play: (world, node) => spy(world, node, true) },
  { name: 'stop to spy', weight: 4, play: stopSpy },
  { name: 'prices', weight: 2, play: setPrices },
  { name: 'discount', weight: 1, play: setDiscount },
];
