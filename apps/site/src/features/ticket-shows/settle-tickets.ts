import type { AccountId } from '@klieg/kernel';
import type { Deliveries } from '../shows/index.ts';
import { SHOW_SHARE_PERCENT } from '../shows/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { TicketShowStore } from './show-store.ts';
import type { TicketNews } from './ticket-news.ts';
import { outcomeOf, type Ticket, type TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

/** Pays for the tickets of a show that is over, or gives them back, each once (S507). */
export interface SettleTickets {
  /** What a show's end does to its tickets, before it is done. */
  countReturned(show: TicketShow): Promise<number>;
  /** A repeat goes on where the last one was cut off. */
  settle(show: TicketShow): Promise<void>;
  /** One ticket goes back while its show goes on: its holder was put out. */
  giveBack(show: TicketShow, ticket: Ticket): Promise<void>;
}

const BATCH = 200;

/** Whom a ticket is held for, as the ledger names it. */
export const ticketMachine = (id: Ticket['id']): string => `ticket:${id}`;

export function makeSettleTickets(deps: {
  readonly shows: Pick<TicketShowStore, 'close'>;
  /** Takes the app of a show that is over out of its room. */
  readonly retireApp: (roomId: AccountId) => Promise<void>;
  readonly tickets: TicketStore;
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf'>;
  readonly news: Pick<TicketNews, 'settled'>;
}): SettleTickets {
  const { tickets, wallet } = deps;

  /** With what was delivered since it was noted last. */
  const asWatched = (ticket: Ticket, show: TicketShow): Ticket => {
    const watchedMs = Math.max(ticket.watchedMs, deps.deliveries.deliveredOf(ticket.id));
    return { ...ticket, watchedMs, joinedAt: ticket.joinedAt ?? (watchedMs > 0 ? show.endedAt : null) };
  };

  /** @returns false where nothing is held any more: a reversal has taken it */
  const pay = async (roomId: AccountId, { id, accountId, price, showId }: Ticket): Promise<boolean> => {
    const captured = await wallet.capture({
      id: deriveTransferId('ticket:paid', id),
      holdId: id,
      kind: 'ticket',
      payer: accountId,
      receiver: roomId,
      amountTokens: price,
      sharePercent: SHOW_SHARE_PERCENT,
      isLast: true,
      note: { ref: { type: 'ticket', id: showId } },
    });
    return captured !== undefined;
  };

  const settleOne = async (show: TicketShow, ticket: Ticket, wanted: 'paid' | 'returned'): Promise<void> => {
    const isPaid = wanted === 'paid' && (await pay(show.roomId, ticket));
    if (!isPaid) await wallet.release({ holdId: ticket.id, payer: ticket.accountId });
    const state = isPaid ? 'paid' : 'returned';
    if (!(await tickets.settle(ticket.id, state))) return;
    deps.news.settled(show, { ...ticket, state }, wanted === 'returned' ? ticket.price : 0);
  };

  return {
    async countReturned(show) {
      const held = await tickets.listHeld(show.id);
      return held.filter((ticket) => outcomeOf(show, asWatched(ticket, show)) === 'returned').length;
    },
    async settle(show) {
      for (;;) {
        const held = await tickets.listHeld(show.id, BATCH);
        if (held.length === 0) break;
        await tickets.noteWatched(
          held.map(({ id }) => ({ id, ms: deps.deliveries.deliveredOf(id) })).filter(({ ms }) => ms > 0),
        );
        for (const ticket of held) {
          const watched = asWatched(ticket, show);
          await settleOne(show, watched, outcomeOf(show, watched));
        }
      }
      await deps.retireApp(show.roomId);
      await deps.shows.close(show.id);
    },
    giveBack: (show, ticket) => settleOne(show, ticket, 'returned'),
  };
}
