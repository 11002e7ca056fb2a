import type { callsByFeature } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { makeRoomOf } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ShowsFeature } from '../shows/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { BuyTicket, RefuseBuyer } from './buy-ticket.ts';
import { presentLimitedShow, type ReadOwn } from './room-part.ts';
import type { RunTicketShow } from './run-show.ts';
import type { SettleTickets } from './settle-tickets.ts';
import type { TicketShowStore } from './show-store.ts';
import type { SellRecording } from './sell-recording.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly shows: Pick<TicketShowStore, 'listOpenIn' | 'findLastEnded' | 'now'>;
  readonly readOwn: ReadOwn;
  readonly openPrivateRecording: ShowsFeature['openRecording'];
  readonly recording: Pick<SellRecording, 'buy' | 'open'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly buy: BuyTicket;
  readonly refuse: RefuseBuyer;
  readonly runs: Pick<RunTicketShow, 'start' | 'end'>;
  readonly settling: Pick<SettleTickets, 'countReturned'>;
}

/** How long a repeat of an end gets the same answer. */
const END_REPEAT_MS = 10 * 60_000;

const done = { status: 1 as const };

/** The calls of ticket shows. */
export function makeTicketShowsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['ticket-shows'], SiteCaller> {
  const { shows, readOwn } = deps;
  const roomOf = makeRoomOf(deps.accounts);
  const openOf = async ({ id }: Account) => (await shows.listOpenIn([id])).get(id);

  return {
    async getTicketShow({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const show = await openOf(owner);
      const own = show && (await readOwn(show.id, caller.account?.id));
      const refusal = async () => {
        if (!show) return 'shows.no_limited_show';
        const { account } = caller;
        if (!account) return 'common.unauthenticated';
        if (account.id === owner.id) return 'common.not_self';
        if (own?.hasTicket) return 'shows.ticket_owned';
        return deps.refuse({ ...caller, account }, owner).then(
          () => null,
          (error: unknown) => {
            if (error instanceof AppError) return error.code;
            throw error;
          },
        );
      };
      const reason = await refusal();
      return {
        limitedShow: show && own ? presentLimitedShow(show, own) : null,
        can_buy_ticket: reason === null,
        can_buy_recording:
          show?.state === 'running' &&
          show.recordingPrice > 0 &&
          own?.hasTicket === true &&
          !own.hasRecording,
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
        limitedShow: presentLimitedShow(show, await readOwn(show.id, account.id)),
        tokens: await deps.wallet.spendableOf(account.id),
      };
    },
    async buyShowRecording({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const buyer = { key: idempotencyKey!, caller: { ...caller, account } };
      const show = await deps.recording.buy(buyer, owner, body.recording_price);
      return {
        ...done,
        limitedShow: presentLimitedShow(show, await readOwn(show.id, account.id)),
        tokens: await deps.wallet.spendableOf(account.id),
        media_id: null,
      };
    },
    async openShowRecording({ params }, { caller }) {
      const [account, showId] = [caller.account!, params.show_id as Uuid];
      const ofPrivate = await deps.openPrivateRecording(account, showId);
      return { urls: ofPrivate.length > 0 ? ofPrivate : await deps.recording.open(account, showId) };
    },
    async startTicketShow(_input, { caller }) {
      const show = await deps.runs.start(caller.account!);
      const nothing = { hasTicket: false, hasRecording: false };
      return { limitedShow: presentLimitedShow(show, nothing), status: 'limited' as const };
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
