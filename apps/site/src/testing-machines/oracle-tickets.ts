import { DAY_MS } from '@klieg/kernel/time';
import { PIECE_MS } from './media.ts';
import type { Tables } from './memory-tables.ts';
import type { Look } from './oracle-memory.ts';
import { paidFrom } from './oracle-shows.ts';
import { pairKey } from './world.ts';

/* What becomes of tickets and recordings (S507 to S509). */

type Row<Name extends keyof Tables> = Tables[Name] extends Map<unknown, infer Found> ? Found : never;

const FIVE_MINUTES_MS = 5 * 60_000;
const isOver = (state: string): boolean =>
  state === 'settling' || state === 'settled' || state === 'canceled';

/** What is to become of a ticket of a show that is over, by what the show and the ticket say. */
function outcomeOf(show: Row<'shows'>, ticket: Row<'tickets'>): 'paid' | 'returned' {
  if (show.reason === 'canceled' || show.reason === 'removed') return 'returned';
  if (show.deliveredMs < FIVE_MINUTES_MS) return 'returned';
  const end = show.endedAt!;
  const never = ticket.joinedAt === null;
  if (never && show.startsAt !== null && end < show.startsAt + FIVE_MINUTES_MS) return 'returned';
  const since = end - (ticket.joinedAt ?? ticket.boughtAt);
  return since < show.refundMinutes * 60_000 ? 'returned' : 'paid';
}

function judgeTicket({ world, blame }: Look, show: Row<'shows'>, ticket: Row<'tickets'>): void {
  const name = `ticket ${ticket.id}`;
  const hold = world.money.byMachine.get(`ticket:${ticket.id}`);
  const paid = paidFrom(hold);
  const isLost = world.lost.has(ticket.id);
  const mayBeOut = world.maybeOut.has(pairKey(show.roomId, ticket.accountId));
  if (ticket.state === 'paid' && (paid !== ticket.price || hold?.captures.length !== 1))
    blame(`${name} is paid by ${paid} of ${ticket.price}`);
  if (ticket.state === 'returned' && (paid > 0 || hold?.isOpen))
    blame(`${name} went back and was paid ${paid}`);
  if (ticket.state === 'held' && ticket.outcome === null && paid > 0)
    blame(`${name} was paid and not decided`);
  if (ticket.watchedMs > world.media.delivered.of(ticket.id)) blame(`${name} saw more than there was`);
  if (ticket.joinedAt !== null && world.media.delivered.of(ticket.id) === 0)
    blame(`${name} joined without a picture`);
  const isEarly = ticket.outcome === 'returned' && !isOver(show.state);
  if (isEarly && !isLost && !mayBeOut) blame(`${name} went back while the show is ${show.state}`);
  if (ticket.state === 'held' || isLost || mayBeOut) return;
  const wanted = outcomeOf(show, ticket);
  if (isOver(show.state) && ticket.state !== wanted) blame(`${name} is ${ticket.state}, not ${wanted}`);
}

function judgeShow(look: Look, show: Row<'shows'>): void {
  const { world, tables, blame } = look;
  const its = [...tables.tickets.values()].filter(({ showId }) => showId === show.id);
  const name = `ticket show ${show.id}`;
  const kept = its.filter(({ state, outcome }) => state !== 'returned' && outcome !== 'returned');
  if (!isOver(show.state) && show.sold !== kept.length) blame(`${name} sold ${show.sold} of ${kept.length}`);
  const holders = its.filter(({ state }) => state !== 'returned').map(({ accountId }) => accountId);
  if (new Set(holders).size !== holders.length) blame(`${name}: somebody has two tickets`);
  if (show.closedAt !== null && its.some(({ state }) => state === 'held'))
    blame(`${name} is closed with tickets held`);
  for (const ticket of its) judgeTicket(look, show, ticket);
  // A look that comes late counts some seconds for the buyers, never more than there were in all.
  const lived = show.startedAt === null ? 0 : (show.endedAt ?? world.time.databaseMs) - show.startedAt;
  if (show.deliveredMs > lived + PIECE_MS) blame(`${name} delivered ${show.deliveredMs} ms of ${lived}`);
}

function judgeRight({ world, tables, blame }: Look, right: Row<'rights'>): void {
  const name = `recording right ${right.id}`;
  const paid = paidFrom(world.money.byMachine.get(`ticket_recording:${right.id}`));
  const show = tables.shows.get(right.showId)!;
  const ticket = [...tables.tickets.values()].find(
    ({ showId, accountId, state }) =>
      showId === right.showId && accountId === right.accountId && state === 'paid',
  );
  if (right.state === 'paid') {
    if (paid !== right.price) blame(`${name} is paid by ${paid} of ${right.price}`);
    if (!ticket) blame(`${name} is paid without a ticket that is`);
    if (world.recordings.get(right.showId) !== 'ready') blame(`${name} is paid without a recording`);
  } else if (paid > 0) blame(`${name} is ${right.state} and was paid`);
  const waits = world.time.databaseMs - (show.endedAt ?? world.time.databaseMs);
  if (right.state === 'held' && show.closedAt !== null && waits > DAY_MS + 60_000 && world.nodes.size === 2)
    blame(`${name} is held for longer than a day`);
}

export function judgeTickets(look: Look): void {
  const { world, tables } = look;
  for (const room of world.rooms)
    for (const viewer of world.viewers) {
      const isApart =
        world.blocks.has(pairKey(room, viewer)) ||
        world.blocks.has(pairKey(viewer, room)) ||
        world.putOut.has(pairKey(room, viewer)) ||
        world.people.get(viewer)!.suspendedAt !== null;
      if (isApart) world.maybeOut.add(pairKey(room, viewer));
    }
  for (const show of tables.shows.values()) judgeShow(look, show);
  for (const right of tables.rights.values()) judgeRight(look, right);
}
