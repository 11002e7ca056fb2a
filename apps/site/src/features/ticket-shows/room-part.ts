import type { LimitedShow, Payload } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { CardPart, RoomPart, RoomSession } from '../rooms/index.ts';
import { presentShowState } from './announce-show.ts';
import type { RecordingRightStore } from './recording-right-store.ts';
import type { TicketShowStore } from './show-store.ts';
import { presentUpdate } from './ticket-news.ts';
import type { TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

type Shows = Pick<TicketShowStore, 'listOpenIn'>;

/** A show as one person sees it (SHOWS-019). */
export const presentLimitedShow = (show: TicketShow, own: OwnOfShow): LimitedShow => ({
  ...presentShowState(show),
  purchased_ticket: own.hasTicket,
  purchased_recording: own.hasRecording,
});

/** What one person has of a show. */
export interface OwnOfShow {
  readonly hasTicket: boolean;
  readonly hasRecording: boolean;
}

export type ReadOwn = (showId: Uuid, accountId: AccountId | undefined) => Promise<OwnOfShow>;

export const makeReadOwn =
  (tickets: Pick<TicketStore, 'listOwned'>, rights: Pick<RecordingRightStore, 'findOf'>): ReadOwn =>
  async (showId, accountId) => {
    if (accountId === undefined) return { hasTicket: false, hasRecording: false };
    const hasTicket = (await tickets.listOwned(accountId, [showId])).has(showId);
    const right = hasTicket ? await rights.findOf(showId, accountId) : undefined;
    return { hasTicket, hasRecording: right !== undefined && right.state !== 'returned' };
  };

/** What a room's answer says of its ticket show. */
export const makeTicketShowPart = (shows: Shows, readOwn: ReadOwn): RoomPart<'limitedShow'> => ({
  empty: { limitedShow: null },
  async read(asks) {
    const open = await shows.listOpenIn(asks.map(({ owner }) => owner.id));
    return Promise.all(
      asks.map(async ({ owner, caller }) => {
        const show = open.get(owner.id);
        if (!show) return {};
        return { limitedShow: presentLimitedShow(show, await readOwn(show.id, caller.account?.id)) };
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

/** The same for a page that connects by its socket, or has missed something: as the events would have told it. */
export function makeTicketSnapshot(shows: Shows, readOwn: ReadOwn) {
  const readShow = askByKey((roomIds: readonly AccountId[]) => shows.listOpenIn(roomIds));
  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const show = await readShow(room.ownerId);
    if (!show) return {};
    const own = await readOwn(show.id, person.caller.account?.id);
    return {
      limitedShow: {
        ...presentUpdate(show),
        purchased_ticket: own.hasTicket,
        purchased_recording: own.hasRecording,
        ...(show.startedAt !== null && { started_at: show.startedAt }),
      },
    };
  };
}
