import { AppError } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Account } from '../features/identity/index.ts';
import type { Command } from './command.ts';
import { pick, usedKey } from './dice.ts';
import { passTime } from './pass-time.ts';
import type { LiveNode, World } from './world.ts';

/* What viewers and performers do with ticket shows, as the calls do it. */

const callerOf = (account: Account) => ({ account, country: null }) as never;
const roomOf = (world: World): Account => world.people.get(pick(world, world.rooms))!;
const openOf = async (node: LiveNode, { id }: Account) => (await node.shows.listOpenIn([id])).get(id);

async function announce(world: World, node: LiveNode): Promise<void> {
  const owner = roomOf(world);
  if (await openOf(node, owner)) throw new AppError('shows.in_show');
  const { random, time } = world;
  const at = random(3) === 0 ? new Date(time.databaseMs + (1 + random(30)) * MINUTE_MS).toISOString() : null;
  const config = {
    ticket_price: 50 + random(100),
    recording_price: random(2) * (10 + random(40)),
    limited_message: 'Piano by candlelight',
    refund_joined_minute_before_end: random(2) * random(6),
    starts_at: at,
    min_sold: at === null ? 0 : random(3),
  };
  await node.database.kysely.transaction().execute(async (transaction) => {
    await node.announcements.mayInstall!(transaction, owner.id);
    if ((await node.shows.lockOpen(transaction, owner.id)) !== undefined) throw new AppError('shows.in_show');
    await node.announcements.install!(transaction, owner.id, config);
  });
  await node.announcements.changed!(owner.id);
}

async function buy(world: World, node: LiveNode): Promise<void> {
  const viewer = world.people.get(pick(world, world.viewers))!;
  const owner = roomOf(world);
  const price = (await openOf(node, owner))?.price ?? 1;
  const key = usedKey(world, `ticket ${viewer.id}`);
  await node.buy({ key, caller: callerOf(viewer) }, owner, world.random(8) === 0 ? price + 1 : price);
}

async function buyRecording(world: World, node: LiveNode): Promise<void> {
  const held = [...(await world.books.read()).tickets.values()].filter(({ state }) => state === 'held');
  const holder = world.random(4) > 0 ? pick(world, held) : undefined;
  const viewer = world.people.get(holder?.accountId ?? pick(world, world.viewers))!;
  const shown = holder && (await node.shows.find(holder.showId));
  const owner = shown ? world.people.get(shown.roomId)! : roomOf(world);
  const price = (await openOf(node, owner))?.recordingPrice ?? 1;
  const key = usedKey(world, `recording ${viewer.id}`);
  await node.recording.buy({ key, caller: callerOf(viewer) }, owner, price);
}

async function end(world: World, node: LiveNode): Promise<void> {
  const owner = roomOf(world);
  const show = await openOf(node, owner);
  const ended = show?.state === 'running' ? await node.ticketRuns.end(owner, show, 'model_ended') : undefined;
  if (ended) await node.settling.countReturned(ended);
}

async function cancel(world: World, node: LiveNode): Promise<void> {
  const owner = roomOf(world);
  const show = await openOf(node, owner);
  if (show?.state === 'announced') await node.ticketRuns.end(owner, show, 'canceled');
}

async function finishRecording(world: World): Promise<void> {
  const id = pick(world, [...world.recordings.keys()]);
  if (id) world.recordings.set(id, world.random(4) === 0 ? 'failed' : 'ready');
}

/** Long enough for a ticket to be worth its price; only where one runs, for it is much work. */
async function watchOn(world: World, node: LiveNode, look: () => Promise<void>): Promise<void> {
  const shows = [...(await world.books.read()).shows.values()];
  if (node && shows.some(({ state }) => state === 'running')) await passTime(world, 200, 5, look);
}

export const ticketCommands: readonly Command[] = [
  { name: 'announce', weight: 4, play: announce },
  { name: 'ticket', weight: 8, play: buy },
  { name: 'begin', weight: 6, play: (world, node) => node.ticketRuns.start(roomOf(world)) },
  { name: 'end of tickets', weight: 1, play: end },
  { name: 'cancel of tickets', weight: 1, play: cancel },
  { name: 'recording', weight: 4, play: buyRecording },
  { name: 'a recording is made', weight: 2, play: finishRecording },
  { name: 'time of a ticket show', weight: 4, play: watchOn },
];
