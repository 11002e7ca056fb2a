import type { AccountId, Uuid } from '@klieg/kernel';
import type { Look, Memory } from './oracle-memory.ts';
import { judgeMoney } from './oracle-money.ts';
import { judgePrivate, judgeSpy } from './oracle-shows.ts';
import { judgeTickets } from './oracle-tickets.ts';
import type { World } from './world.ts';

/* What has to be true of the machines at any moment (machines 3, 4 and 5), said without their code. */

/** A lease of six seconds, and a look of two. */
const FORSAKEN_MAX_MS = 15_000;
const privateModes = new Set(['starting', 'running']);
const openStates = new Set(['requested', 'starting', 'running']);

const modeOf = ({ status, previousStatus }: { status: string; previousStatus: string | null }): string =>
  status === 'reconnecting' ? (previousStatus ?? 'online') : status;

/** A show whose room has closed, and may be public again, ends within some seconds. */
function judgeForsaken(
  { world, memory, blame }: Look,
  roomId: AccountId,
  { hasPrivate, hasTickets }: { readonly hasPrivate: boolean; readonly hasTickets: boolean },
  mode: string,
): void {
  const isForsaken = (hasPrivate && mode !== 'private') || (hasTickets && mode !== 'limited');
  const known = memory.forsaken.get(roomId);
  if (!isForsaken || world.nodes.size === 0) return void memory.forsaken.delete(roomId);
  const now = world.time.monotonicMs;
  if (known?.troubles !== world.troubles) memory.forsaken.set(roomId, { at: now, troubles: world.troubles });
  else if (now - known.at > FORSAKEN_MAX_MS) blame(`room ${roomId} has a show and is ${mode}`);
}

/** S18: one show in a room, one place for a person; the room's status is that of its show. */
function judgeRooms(look: Look): void {
  const { world, tables, blame } = look;
  for (const roomId of world.rooms) {
    const its = [...tables.privates.values()].filter((row) => row.roomId === roomId);
    const on = its.filter(({ state }) => privateModes.has(state));
    const open = its.filter(({ state }) => privateModes.has(state) || state === 'settling');
    const tickets = [...tables.shows.values()].filter((row) => row.roomId === roomId);
    const running = tickets.filter(({ state }) => state === 'running');
    const row = tables.rooms.get(roomId);
    const mode = row ? modeOf(row) : 'offline';
    const announced = tickets.filter(({ state }) => state === 'announced');
    if (open.length > 1) blame(`room ${roomId} has ${open.length} privates`);
    if (running.length + announced.length > 1) blame(`room ${roomId} has two ticket shows`);
    // A private whose room has closed is over in a moment, whatever the room does next.
    if (on.length > 0 && running.length + announced.length > 0 && mode === 'private')
      blame(`room ${roomId} has a private and a ticket show`);
    if (mode === 'private' && on.length === 0) blame(`room ${roomId} is private for nobody`);
    if (mode === 'limited' && running.length === 0) blame(`room ${roomId} is limited for nobody`);
    judgeForsaken(look, roomId, { hasPrivate: on.length > 0, hasTickets: running.length > 0 }, mode);
  }
  for (const viewer of world.viewers) {
    const asks = [...tables.privates.values()].filter(
      ({ payerId, state }) => payerId === viewer && openStates.has(state),
    );
    const looks = [...tables.spies.values()].filter(
      ({ accountId, state }) => accountId === viewer && (state === 'preview' || state === 'spying'),
    );
    if (asks.length + looks.length > 1) blame(`${viewer} has ${asks.length} privates, ${looks.length} spies`);
  }
}

/** Nothing stays held of what never came to be. */
function judgeHolds({ world, tables, memory, blame }: Look): void {
  const { privates, spies, tickets, rights } = tables;
  for (const { machine, isOpen } of world.money.byMachine.values()) {
    const id = machine.slice(machine.indexOf(':') + 1) as Uuid;
    const isKnown = [privates, spies, tickets, rights].some((rows) => rows.has(id));
    if (!isOpen || isKnown || memory.strays.has(machine)) continue;
    if (memory.troublesAtLook === world.troubles) blame(`${machine} holds for nothing`);
    memory.strays.add(machine);
  }
}

/** Only the payer, spies of a running show and holders of tickets get frames. */
function judgeSeats({ tables, blame }: Look): void {
  for (const { roomId, personKey, seat, meterId } of tables.seats.values()) {
    const person = Number(personKey.slice(1)) as AccountId;
    const show = tables.privates.get(meterId!);
    const spy = tables.spies.get(meterId!);
    const ticket = tables.tickets.get(meterId!);
    const isPayer = show?.payerId === person && show.roomId === roomId && privateModes.has(show.state);
    const spied = spy && tables.privates.get(spy.showId);
    const isSpy = spy?.accountId === person && spy.state === 'spying' && spied?.state === 'running';
    const of = ticket && tables.shows.get(ticket.showId);
    const isHolder =
      ticket?.accountId === person &&
      ticket.state === 'held' &&
      ticket.outcome !== 'returned' &&
      of?.roomId === roomId &&
      of.state === 'running';
    const isRight = seat === 'spy' ? isSpy : isPayer || isHolder;
    if (!isRight) blame(`${personKey} has the seat ${seat} of ${roomId} for nothing`);
  }
}

/** What may follow a state; what is absent is an end. */
const nextOf: Readonly<Record<string, readonly string[]>> = {
  requested: ['starting', 'running', 'settling', 'ended', 'declined', 'expired', 'failed'],
  starting: ['running', 'settling', 'ended', 'failed'],
  running: ['settling', 'ended', 'settled'],
  settling: ['ended', 'settled'],
  preview: ['settling', 'ended'],
  spying: ['settling', 'ended'],
  announced: ['running', 'settling', 'settled', 'canceled'],
  held: ['paid', 'returned'],
};

/** Nothing goes back to a state that it had left, and an end is decided once (S19). */
function judgeSteps({ tables, memory, blame }: Look): void {
  const { privates, spies, shows, tickets, rights } = tables;
  for (const rows of [privates, spies, shows, tickets, rights])
    for (const { id, state } of (rows as Map<Uuid, { id: Uuid; state: string }>).values()) {
      const before = memory.states.get(id);
      memory.states.set(id, state);
      if (before !== undefined && before !== state && !nextOf[before]?.includes(state))
        blame(`${id} went from ${before} to ${state}`);
    }
  for (const { id, state, reason, durationSeconds, endedAt } of privates.values()) {
    if (state !== 'settling' && state !== 'ended') continue;
    const end = JSON.stringify([reason, durationSeconds, endedAt]);
    if ((memory.ends.get(id) ?? end) !== end) blame(`the end of ${id} was decided twice`);
    memory.ends.set(id, end);
  }
}

/** Looks at all of it once, while nobody does anything. */
export async function judge(world: World, memory: Memory): Promise<void> {
  const tables = await world.books.read();
  const blame = (what: string): void => void memory.violations.push(what);
  const look: Look = { world, tables, memory, blame };
  for (const fault of world.faults.splice(0))
    blame(`thrown: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
  judgeRooms(look);
  judgeSeats(look);
  judgeHolds(look);
  judgeSteps(look);
  for (const show of tables.privates.values()) judgePrivate(look, show);
  for (const spy of tables.spies.values()) judgeSpy(look, spy);
  judgeTickets(look);
  await judgeMoney(look);
  const nodes = [...world.nodes.values()];
  if (memory.troublesAtLook !== world.troubles) memory.quietSinceMs = world.time.monotonicMs;
  memory.troublesAtLook = world.troubles;
  for (const meterId of tables.meters.keys())
    memory.known.set(
      meterId,
      nodes.length === 0 ? 0 : Math.min(...nodes.map(({ heard }) => heard.of(meterId))),
    );
}
