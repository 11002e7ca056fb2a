import { ticketShowConfig } from '@klieg/contract/features/ticket-shows/config';
import { WAITING_MAX_MS } from '@klieg/contract/features/ticket-shows/limits';
import { type AccountId, AppError, toInstant, uuidv7 } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { AppLife } from '../room-games/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { FindBarred } from '../shows/index.ts';
import type { TicketShowStore, TicketShowTerms } from './show-store.ts';
import type { TicketNews } from './ticket-news.ts';
import type { TicketShow } from './ticket-rules.ts';

const termsOf = (config: unknown): TicketShowTerms => {
  const given = ticketShowConfig.parse(config);
  return {
    price: given.ticket_price,
    recordingPrice: given.recording_price,
    message: given.limited_message,
    startsAt: given.starts_at === null ? null : Date.parse(given.starts_at),
    refundMinutes: given.refund_joined_minute_before_end,
    minSold: given.min_sold,
  };
};

/** What holds from the first ticket on (S501). */
const isSameDeal = (one: TicketShowTerms, other: TicketShowTerms): boolean =>
  one.price === other.price &&
  one.recordingPrice === other.recordingPrice &&
  one.refundMinutes === other.refundMinutes &&
  one.minSold === other.minSold &&
  one.startsAt === other.startsAt;

const refuseConfig = (path: string, message: string) =>
  new AppError('room_games.config_invalid', { params: { fields: [{ path, reason: 'frozen', message }] } });

/** State of the app as calls show it: what everybody may know of the show. */
export const presentShowState = (show: TicketShow) => ({
  show_id: show.id,
  status: show.state === 'announced' ? ('selling' as const) : ('running' as const),
  ticket_price: show.price,
  recording_price: show.recordingPrice,
  limited_message: show.message,
  refund_joined_minute_before_end: show.refundMinutes,
  starts_at: show.startsAt === null ? null : toInstant(show.startsAt),
  started_at: show.startedAt === null ? null : toInstant(show.startedAt),
  sold: show.sold,
  min_sold: show.minSold,
});

/** A ticket show is announced by installing its app, and canceled by removing it (S501). */
export function makeAnnounceShow(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly rooms: Pick<RoomStore, 'keep'>;
  readonly shows: TicketShowStore;
  /** Rooms in which a show of another kind is offered or running. */
  readonly barred: FindBarred;
  readonly news: Pick<TicketNews, 'update' | 'ended'>;
  /** Gives the tickets of a canceled show back. */
  readonly settle: (show: TicketShow) => Promise<void>;
}): AppLife {
  const { shows } = deps;

  const refuseTime = (startsAt: number | null, now: number): void => {
    if (startsAt !== null && (startsAt <= now || startsAt > now + WAITING_MAX_MS))
      throw refuseConfig('starts_at', 'Choose a time within a day from now');
  };

  const cancel = async (transaction: Transaction, roomId: AccountId): Promise<void> => {
    const show = await shows.lockOpen(transaction, roomId);
    if (show?.state === 'running') throw new AppError('shows.in_show');
    if (show) await shows.end(transaction, show.id, { state: 'canceled', reason: 'canceled' });
  };

  return {
    async mayInstall(transaction, roomId) {
      const { status } = await deps.rooms.keep(transaction, roomId);
      const isBarred = (await deps.barred(transaction, [roomId])).size > 0;
      if (status === 'private' || status === 'limited' || isBarred) throw new AppError('shows.in_show');
      if (status !== 'online' && status !== 'standby') throw new AppError('broadcast.not_live');
    },
    async install(transaction, roomId, config) {
      const terms = termsOf(config);
      refuseTime(terms.startsAt, await shows.now(transaction));
      await shows.announce(transaction, uuidv7(), roomId, terms);
    },
    async update(transaction, roomId, config) {
      const show = await shows.lockOpen(transaction, roomId);
      // It has ended in this moment, and takes its app with it.
      if (!show) throw new AppError('room_games.not_installed');
      const terms = termsOf(config);
      const isSame = isSameDeal(terms, show);
      if (show.state === 'running' && !isSame) throw new AppError('shows.in_show');
      if (show.sold > 0 && !isSame)
        throw refuseConfig('ticket_price', 'The first ticket is sold: only the message can be changed');
      if (!isSame) refuseTime(terms.startsAt, await shows.now(transaction));
      await shows.setTerms(transaction, show.id, terms);
    },
    remove: cancel,
    async changed(roomId) {
      const owner = await deps.accounts.findById(roomId);
      for (const canceled of await shows.listUnsettledOf(roomId)) {
        if (owner) deps.news.ended(owner, canceled);
        await deps.settle(canceled);
      }
      const show = (await shows.listOpenIn([roomId])).get(roomId);
      if (owner && show) deps.news.update(owner, show);
    },
    async readStates(roomIds) {
      const open = await shows.listOpenIn(roomIds);
      return new Map([...open].map(([roomId, show]) => [roomId, presentShowState(show)]));
    },
  };
}
