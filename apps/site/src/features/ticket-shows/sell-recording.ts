import { AppError, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Database } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { SHOW_SHARE_PERCENT } from '../shows/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Buyer, RefuseBuyer } from './buy-ticket.ts';
import type { RecordingRight, RecordingRightStore } from './recording-right-store.ts';
import type { TicketShowStore } from './show-store.ts';
import type { TicketNews } from './ticket-news.ts';
import type { TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

/** The recording of a ticket show: bought while it runs, paid for when it is there (S505, S508). */
export interface SellRecording {
  /** @throws shows.no_limited_show, ticket_needed, recording_owned, no_recording, common.price_changed, spend errors */
  buy(who: Buyer, owner: Account, price: number): Promise<TicketShow>;
  /** Pays for recordings that exist, and refunds those that never came. */
  settleDue(): Promise<void>;
  /** Addresses of its files. @throws common.not_found for people without a right to them, and while there are none */
  open(who: Account, showId: Uuid): Promise<string[]>;
}

/** A hold that led to no right is released after this. */
const HOLD_MS = 2 * 60_000;
/** A recording that is not there by then has failed. */
const READY_MAX_MS = DAY_MS;
const DUE_MAX = 200;

export const recordingMachine = (id: RecordingRight['id']): string => `ticket_recording:${id}`;

export function makeSellRecording(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly recordings: Pick<BroadcastFeature['showRecordings'], 'statesOfShows' | 'pathsOfShow'>;
  readonly shows: TicketShowStore;
  readonly tickets: TicketStore;
  readonly rights: RecordingRightStore;
  readonly wallet: Pick<Wallet, 'hold' | 'capture' | 'release'>;
  readonly news: Pick<TicketNews, 'settled' | 'update'>;
  readonly refuse: RefuseBuyer;
  /** Unix milliseconds. */
  readonly now: () => number;
}): SellRecording {
  const { recordings, rights, shows, tickets, wallet } = deps;

  const sell = (id: Uuid, who: Account, shown: TicketShow) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const show = await shows.lock(transaction, shown.id);
      if (show?.state !== 'running') throw new AppError('shows.no_limited_show');
      const right = { id, showId: show.id, accountId: who.id, price: show.recordingPrice };
      if (!(await rights.add(transaction, right))) throw new AppError('shows.recording_owned');
      return show;
    });

  /** What prevents it, in the order in which it is reported. */
  const check = async (who: Account, show: TicketShow | undefined, price: number): Promise<TicketShow> => {
    if (show?.state !== 'running') throw new AppError('shows.no_limited_show');
    if (!(await tickets.findHeld(show.id, who.id))) throw new AppError('shows.ticket_needed');
    if (await rights.findOf(show.id, who.id)) throw new AppError('shows.recording_owned');
    const state = (await recordings.statesOfShows([show.id])).get(show.id);
    if (show.recordingPrice === 0 || state !== 'recording') throw new AppError('shows.no_recording');
    if (price !== show.recordingPrice)
      throw new AppError('common.price_changed', { params: { recording_price: show.recordingPrice } });
    return show;
  };

  const pay = async (show: TicketShow, right: RecordingRight): Promise<boolean> => {
    const captured = await wallet.capture({
      id: deriveTransferId('ticket_recording:paid', right.id),
      holdId: right.id,
      kind: 'recording',
      payer: right.accountId,
      receiver: show.roomId,
      amountTokens: right.price,
      sharePercent: SHOW_SHARE_PERCENT,
      isLast: true,
      note: { ref: { type: 'recording', id: show.id } },
    });
    return captured !== undefined;
  };

  const settle = async (right: RecordingRight, isThere: boolean): Promise<void> => {
    const show = await shows.find(right.showId);
    const ticket = show && (await tickets.findOf(show.id, right.accountId));
    if (!show || !ticket) return;
    const isPaid = isThere && ticket.state === 'paid' && (await pay(show, right));
    if (!isPaid) await wallet.release({ holdId: right.id, payer: right.accountId });
    if (!(await rights.settle(right.id, isPaid ? 'paid' : 'returned'))) return;
    deps.news.settled(show, ticket, isPaid ? 0 : right.price, isPaid ? 'ready' : 'failed');
  };

  return {
    async buy(who, owner, price) {
      const { account } = who.caller;
      const id = deriveTransferId(`account:${account.id}:ticket_recording`, who.key);
      const known = await rights.find(id);
      const open = (await shows.listOpenIn([owner.id])).get(owner.id);
      if (known && known.showId === open?.id) return open;
      const show = await check(account, open, price);
      await deps.refuse(who.caller, owner);
      await wallet.hold({
        id,
        kind: 'recording',
        payer: account.id,
        receiver: owner.id,
        amountTokens: show.recordingPrice,
        sharePercent: SHOW_SHARE_PERCENT,
        machine: recordingMachine(id),
        expiresAt: deps.now() + HOLD_MS,
      });
      try {
        const sold = await sell(id, account, show);
        deps.news.update(owner, sold, { accountId: account.id, hasRecording: true });
        return sold;
      } catch (error) {
        if (!(await rights.find(id))) await wallet.release({ holdId: id, payer: account.id });
        throw error;
      }
    },
    async settleDue() {
      const due = await rights.listDue(DUE_MAX);
      if (due.length === 0) return;
      const states = await recordings.statesOfShows([...new Set(due.map(({ showId }) => showId))]);
      for (const right of due) {
        const state = states.get(right.showId) ?? 'failed';
        const ticket = await tickets.findOf(right.showId, right.accountId);
        const isLost = state === 'failed' || ticket?.state !== 'paid' || right.endedMs > READY_MAX_MS;
        if (state === 'ready' || isLost) await settle(right, state === 'ready');
      }
    },
    async open(who, showId) {
      const show = await shows.find(showId);
      const right = show && (await rights.findOf(showId, who.id));
      if (show?.roomId !== who.id && right?.state !== 'paid') throw new AppError('common.not_found');
      const paths = await recordings.pathsOfShow(showId);
      if (paths.length === 0) throw new AppError('common.not_found');
      return paths;
    },
  };
}
