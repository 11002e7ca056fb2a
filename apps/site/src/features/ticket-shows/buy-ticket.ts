import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { roomPasswordHash, type RoomsFeature } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { type SeatRoom, SHOW_SHARE_PERCENT } from '../shows/index.ts';
import { refuseTip } from '../tipping/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { ticketMachine } from './settle-tickets.ts';
import type { TicketShowStore } from './show-store.ts';
import type { TicketNews } from './ticket-news.ts';
import type { TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

/** A hold that led to no ticket is released after this. */
const HOLD_MS = 2 * 60_000;

export interface Buyer {
  readonly key: Uuid;
  readonly caller: SiteCaller & { readonly account: Account };
}

/**
 * Refuses people who may not pay this performer, or whom she has blocked. @throws spend errors, shows.no_limited_show
 */
export type RefuseBuyer = (caller: Buyer['caller'], owner: Account) => Promise<void>;

export const makeRefuseBuyer =
  (deps: {
    readonly blocks: Pick<BlockStore, 'listApart'>;
    readonly isBlockedCountry: (country: string | null) => boolean;
  }): RefuseBuyer =>
  async (caller, owner) => {
    if (caller.account.type === 'model') throw new AppError('ledger.model_cannot_spend');
    const refused = refuseTip({
      sender: caller.account,
      receiver: owner,
      senderCountry: caller.country,
      isBlockedCountry: deps.isBlockedCountry,
    });
    if (refused) throw new AppError(refused);
    const apart = await deps.blocks.listApart([[caller.account.id, owner.id]]);
    if (apart.size > 0) throw new AppError('shows.no_limited_show');
  };

/** How the room is open to a buyer now: what shuts it later is measured by that. */
const entryOf = ({ country, state }: SiteCaller, { id, settings }: Account) => ({
  place: { country, state },
  roomPassword: settings.cam_password === null ? null : roomPasswordHash(id, settings.cam_password),
});

/**
 * Buys a ticket, before the show or while it runs (S502, S504): its price is held until the show is settled.
 * @throws shows.no_limited_show, shows.ticket_owned, common.price_changed, spend errors
 */
export type BuyTicket = (who: Buyer, owner: Account, price: number) => Promise<TicketShow>;

export function makeBuyTicket(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly shows: TicketShowStore;
  readonly tickets: TicketStore;
  readonly seats: Pick<RoomsFeature['seats'], 'give'>;
  readonly seatRoom: SeatRoom;
  readonly wallet: Pick<Wallet, 'hold' | 'release'>;
  readonly news: Pick<TicketNews, 'update'>;
  readonly refuse: RefuseBuyer;
  /** Unix milliseconds. */
  readonly now: () => number;
}): BuyTicket {
  const { shows, tickets, wallet } = deps;

  /** The ticket, and the seat where the show runs, while it is surely sold (S18). */
  const sell = (id: Uuid, who: Buyer['caller'], owner: Account, shown: TicketShow): Promise<TicketShow> =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const show = await shows.lock(transaction, shown.id);
      if (show?.state !== 'announced' && show?.state !== 'running')
        throw new AppError('shows.no_limited_show');
      if (show.price !== shown.price)
        throw new AppError('common.price_changed', { params: { ticket_price: show.price } });
      const { id: accountId } = who.account;
      const ticket = { id, showId: show.id, accountId, price: show.price, ...entryOf(who, owner) };
      if (!(await tickets.add(transaction, ticket))) throw new AppError('shows.ticket_owned');
      if (show.state === 'running')
        await deps.seats.give(transaction, show.roomId, accountKey(accountId), {
          seat: 'member',
          meterId: id,
        });
      return shows.countSold(transaction, show.id, 1);
    });

  return async (who, owner, price) => {
    const { account } = who.caller;
    const id = deriveTransferId(`account:${account.id}:ticket`, who.key);
    const known = await tickets.find(id);
    const show = (await shows.listOpenIn([owner.id])).get(owner.id);
    // A repeat of a purchase, with its current state.
    if (known && known.showId === show?.id) return show;
    if (!show || known) throw new AppError('shows.no_limited_show');
    if ((await tickets.listOwned(account.id, [show.id])).has(show.id))
      throw new AppError('shows.ticket_owned');
    if (price !== show.price)
      throw new AppError('common.price_changed', { params: { ticket_price: show.price } });
    await deps.refuse(who.caller, owner);
    await wallet.hold({
      id,
      kind: 'ticket',
      payer: account.id,
      receiver: owner.id,
      amountTokens: show.price,
      sharePercent: SHOW_SHARE_PERCENT,
      machine: ticketMachine(id),
      expiresAt: deps.now() + HOLD_MS,
    });
    let sold: TicketShow;
    try {
      sold = await sell(id, who.caller, owner, show);
    } catch (error) {
      // A repeat that was first has the same hold: it stays.
      if (!(await tickets.find(id))) await wallet.release({ holdId: id, payer: account.id });
      throw error;
    }
    deps.news.update(owner, sold, { accountId: account.id });
    if (sold.state === 'running') await deps.seatRoom(owner);
    return sold;
  };
}
