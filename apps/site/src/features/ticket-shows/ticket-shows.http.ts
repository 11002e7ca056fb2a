import type { callsByFeature } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { BuyTicket } from './buy-ticket.ts';
import { presentLimitedShow } from './room-part.ts';
import type { RunTicketShow } from './run-show.ts';
import type { SettleTickets } from './settle-tickets.ts';
import type { TicketShowStore } from './show-store.ts';
import type { TicketStore } from './ticket-store.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly shows: Pick<TicketShowStore, 'listOpenIn' | 'findLastEnded' | 'now'>;
  readonly tickets: Pick<TicketStore, 'listOwned'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly buy: BuyTicket;
  readonly runs: Pick<RunTicketShow, 'start' | 'end'>;
  readonly settling: Pick<SettleTickets, 'countReturned'>;
}

/** A repeat of an end answers the same for so long. */
const END_REPEAT_MS = 10 * 60_000;

const done = { status: 1 as const };

/** The calls of ticket shows. */
export function makeTicketShowsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['ticket-shows'], SiteCaller> {
  const { shows, tickets } = deps;
  const roomOf = async (username: string): Promise<Account> => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner) throw new AppError('rooms.not_found');
    return owner;
  };
  const openOf = async ({ id }: Account) => (await shows.listOpenIn([id])).get(id);

  return {
    async getTicketShow({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const show = await openOf(owner);
      const owned = show && caller.account && (await tickets.listOwned(caller.account.id, [show.id]));
      const hasTicket = show !== undefined && owned?.has(show.id) === true;
      const refusal = () => {
        if (!show) return 'shows.no_limited_show';
        if (!caller.account) return 'common.unauthenticated';
        if (caller.account.id === owner.id) return 'common.not_self';
        return hasTicket ? 'shows.ticket_owned' : null;
      };
      const reason = refusal();
      return {
        limitedShow: show ? presentLimitedShow(show, hasTicket) : null,
        can_buy_ticket: reason === null,
        can_buy_recording: false,
        reason,
      };
    },
    async buyTicket({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const buyer = { key: idempotencyKey!, caller: { ...caller, account } };
      const show = await deps.buy(buyer, owner, body.ticket_price);
      return {
        ...done,
        limitedShow: presentLimitedShow(show, true),
        tokens: await deps.wallet.spendableOf(account.id),
      };
    },
    async startTicketShow(_input, { caller }) {
      const show = await deps.runs.start(caller.account!);
      return { limitedShow: presentLimitedShow(show, false), status: 'limited' as const };
    },
    async endTicketShow(_input, { caller }) {
      const owner = caller.account!;
      const show = await openOf(owner);
      const ended = show?.state === 'running' ? await deps.runs.end(owner, show, 'model_ended') : undefined;
      const last = ended ?? (show ? undefined : await shows.findLastEnded(owner.id));
      const isFresh = last !== undefined && (await shows.now()) - (last.endedAt ?? 0) < END_REPEAT_MS;
      if (!last || !isFresh) throw new AppError('shows.not_running');
      return { ...done, sold: last.sold, refunded: await deps.settling.countReturned(last) };
    },
    async cancelTicketShow(_input, { caller }) {
      const owner = caller.account!;
      const show = await openOf(owner);
      if (show?.state !== 'announced') throw new AppError('shows.not_running');
      const canceled = await deps.runs.end(owner, show, 'canceled');
      if (canceled?.state !== 'canceled') throw new AppError('shows.not_running');
      return { ...done, refunded: canceled.sold };
    },
  };
}
