import type { LimitedShow, Payload } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { CardPart, RoomPart, RoomSession } from '../rooms/index.ts';
import { presentShowState } from './announce-show.ts';
import type { TicketShowStore } from './show-store.ts';
import { presentUpdate } from './ticket-news.ts';
import type { TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

type Shows = Pick<TicketShowStore, 'listOpenIn'>;
type Tickets = Pick<TicketStore, 'listOwned'>;

/** A show as one person sees it (SHOWS-019). */
export const presentLimitedShow = (show: TicketShow, hasTicket: boolean): LimitedShow => ({
  ...presentShowState(show),
  purchased_ticket: hasTicket,
  purchased_recording: false,
});

/** What a room's answer says of its ticket show. */
export const makeTicketShowPart = (shows: Shows, tickets: Tickets): RoomPart<'limitedShow'> => ({
  empty: { limitedShow: null },
  async read(asks) {
    const open = await shows.listOpenIn(asks.map(({ owner }) => owner.id));
    return Promise.all(
      asks.map(async ({ owner, caller }) => {
        const show = open.get(owner.id);
        if (!show) return {};
        const owned = caller.account && (await tickets.listOwned(caller.account.id, [show.id]));
        return { limitedShow: presentLimitedShow(show, owned?.has(show.id) === true) };
      }),
    );
  },
});

/** The price of a ticket, on cards. */
export const makeTicketCardPart = (shows: Shows): CardPart<'ticket_price'> => ({
  empty: { ticket_price: null },
  async read(models) {
    const open = await shows.listOpenIn(models.map(({ id }) => id));
    return models.map(({ id }) => {
      const show = open.get(id);
      return show ? { ticket_price: show.price } : {};
    });
  },
});

/** The same for a page that comes in by its socket, or has missed something: as the events would have told it. */
export function makeTicketSnapshot(shows: Shows, tickets: Tickets) {
  const readShow = askByKey((roomIds: readonly AccountId[]) => shows.listOpenIn(roomIds));
  const hasTicket = async (accountId: AccountId | undefined, showId: Uuid): Promise<boolean> =>
    accountId !== undefined && (await tickets.listOwned(accountId, [showId])).has(showId);
  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const show = await readShow(room.ownerId);
    if (!show) return {};
    const own = await hasTicket(person.caller.account?.id, show.id);
    return {
      limitedShow: {
        ...presentUpdate(show),
        purchased_ticket: own,
        ...(show.startedAt !== null && { started_at: show.startedAt }),
      },
    };
  };
}
