import type { AccountStore } from '../identity/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { type SettleTickets, ticketMachine } from './settle-tickets.ts';
import type { TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

/**
 * Removes from an announced or running show people who may no longer be in the room, and people whose tokens were
 * reversed from outside (S9), even if those events were missed. @returns whether there was anybody
 */
export type GuardTickets = (show: TicketShow) => Promise<boolean>;

export function makeGuardTickets(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly sanctions: Pick<RoomsFeature['sanctions'], 'listPutOut'>;
  readonly ledger: Pick<Ledger, 'machinesWithHolds'>;
  readonly tickets: Pick<TicketStore, 'listHeld'>;
  readonly settling: Pick<SettleTickets, 'takeOut'>;
}): GuardTickets {
  return async (show) => {
    const held = await deps.tickets.listHeld(show.id);
    if (held.length === 0) return false;
    const ids = held.map(({ accountId }) => accountId);
    const [people, apart, putOut, holds] = await Promise.all([
      deps.accounts.listByIds(ids),
      deps.blocks.listApart(ids.map((id) => [show.roomId, id] as const)),
      deps.sanctions.listPutOut(show.roomId, ids),
      deps.ledger.machinesWithHolds(held.map(({ id }) => ticketMachine(id))),
    ]);
    const free = new Set(people.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id));
    let found = false;
    for (const [at, ticket] of held.entries()) {
      const isHeld = holds.has(ticketMachine(ticket.id));
      const isPutOut = !free.has(ticket.accountId) || apart.has(at) || putOut.has(ticket.accountId);
      if (isHeld && !isPutOut) continue;
      await deps.settling.takeOut(show, ticket, isHeld);
      found = true;
    }
    return found;
  };
}
