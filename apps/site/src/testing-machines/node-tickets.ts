import type { Uuid } from '@klieg/kernel';
import { makeAnnounceShow } from '../features/ticket-shows/announce-show.ts';
import { makeBuyTicket, makeRefuseBuyer } from '../features/ticket-shows/buy-ticket.ts';
import { makeGuardTickets } from '../features/ticket-shows/guard-tickets.ts';
import { makeRunTicketShow } from '../features/ticket-shows/run-show.ts';
import { makeSellRecording, recordingMachine } from '../features/ticket-shows/sell-recording.ts';
import { makeSettleTickets, ticketMachine } from '../features/ticket-shows/settle-tickets.ts';
import type { TicketNews } from '../features/ticket-shows/ticket-news.ts';
import { type NodeParts, silent } from './node.ts';

/** Ticket shows of one node, as their feature composes them. */
export function composeNodeTickets(parts: NodeParts) {
  const { world, shows } = parts;
  const news = silent<TicketNews>();
  const common = { ...parts, news };
  const passwords = { listGivers: async () => new Set<never>() };
  const settling = makeSettleTickets({ ...common, passwords, retireApp: async () => undefined });
  const sanctions = {
    listPutOut: async (room: number, viewers: readonly number[]) =>
      new Set(viewers.filter((viewer) => world.isPutOut(room as never, viewer as never))) as never,
  };
  const guard = makeGuardTickets({ ...common, sanctions, settling });
  const recordings = {
    beginShow: async (_room: unknown, { id }: { readonly id: Uuid }) =>
      void world.recordings.set(id, 'recording'),
    statesOfShows: async () => world.recordings,
    pathsOfShow: async () => [],
  };
  const runs = makeRunTicketShow({ ...common, recordings, settling, guard });
  const refuse = makeRefuseBuyer(common);
  const now = parts.wallClock;
  const recording = makeSellRecording({ ...common, recordings, refuse, now });
  const barred = parts.obstacles.add(shows.roomsWith);
  answer(parts, 'ticket', ticketMachine, parts.tickets);
  answer(parts, 'ticket_recording', recordingMachine, parts.rights);
  return {
    settling,
    ticketRuns: runs,
    buy: makeBuyTicket({ ...common, refuse, now }),
    recording,
    announcements: makeAnnounceShow({ ...common, barred, settle: settling.settle }),
    ticketChores: [runs.tend, runs.sweep, recording.settleDue] as readonly (() => Promise<unknown>)[],
  };
}

/** Says of holds which of their tickets or rights are still held. */
function answer(
  { liveMachines }: NodeParts,
  kind: string,
  machineOf: (id: Uuid) => string,
  { listLive }: { listLive(ids: readonly Uuid[]): Promise<Uuid[]> },
): void {
  liveMachines.answerFor(kind, async (machines) => {
    const ids = await listLive(machines.map((machine) => machine.slice(kind.length + 1) as Uuid));
    return new Set(ids.map(machineOf));
  });
}
