import type { Payload } from '@klieg/contract';
import { secondsToRate } from '@klieg/contract/features/ticket-shows/limits';
import type { AccountId } from '@klieg/kernel';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import type { SubmitSurely } from '../rooms/index.ts';
import type { Ticket, TicketShow } from './ticket-rules.ts';

type Update = Omit<Payload<'v3.limited.update'>, 'seq'>;

const statusOf = ({ state }: TicketShow): Update['status'] => {
  if (state === 'announced') return 'selling';
  if (state === 'running') return 'running';
  return state === 'canceled' ? 'canceled' : 'ended';
};

/** What everybody in a room may know of its ticket show. */
export const presentUpdate = (show: TicketShow): Update => ({
  show_id: show.id,
  status: statusOf(show),
  ticket_price: show.price,
  recording_price: show.recordingPrice,
  limited_message: show.message,
  refund_joined_minute_before_end: show.refundMinutes,
  ...(show.startsAt !== null && { starts_at: show.startsAt }),
  sold: show.sold,
  target: show.minSold,
});

/** Seconds that the holder of a ticket has watched. */
export const secondsOf = ({ watchedMs }: Pick<Ticket, 'watchedMs'>): number => Math.floor(watchedMs / 1_000);

/** What rooms and ticket holders are told. All of it is for display: pages also read it by HTTP. */
export interface TicketNews {
  /** The terms, the state or the number of tickets have changed; `buyer` now has one, or the recording, too. */
  update(
    owner: Account,
    show: TicketShow,
    buyer?: { readonly accountId: AccountId; readonly hasRecording?: true },
  ): void;
  ended(owner: Account, show: TicketShow): void;
  /** A ticket was paid or refunded; with a state other than none, so was its recording. */
  settled(
    show: TicketShow,
    ticket: Ticket,
    refundedTokens: number,
    recording?: Payload<'v3.limited.result'>['recording'],
  ): void;
}

export function makeTicketNews({
  feed,
  submitSurely,
  now,
}: {
  readonly feed: AccountFeed;
  readonly submitSurely: SubmitSurely;
  /** Unix milliseconds. */
  readonly now: () => number;
}): TicketNews {
  return {
    update({ username }, show, buyer) {
      const payload = presentUpdate(show);
      submitSurely(username, {
        kind: 'state',
        name: 'v3.limited.update',
        payload,
        ...(buyer !== undefined && {
          self: {
            personKey: accountKey(buyer.accountId),
            payload: {
              ...payload,
              purchased_ticket: true,
              ...(buyer.hasRecording && { purchased_recording: true }),
            },
          },
        }),
      });
    },
    ended({ username }, show) {
      submitSurely(username, {
        kind: 'state',
        name: 'v3.limited.end',
        payload: { show_id: show.id, reason: show.reason ?? 'model_ended' },
      });
    },
    settled(show, ticket, refundedTokens, recording = 'none') {
      const seconds = secondsOf(ticket);
      feed.send(ticket.accountId, 'v3.limited.result', {
        seq: now(),
        show_id: show.id,
        ticket: ticket.state === 'paid' ? 'paid' : 'returned',
        refunded_tokens: refundedTokens,
        seconds_watched: seconds,
        // Once, with the ticket.
        can_rate: recording === 'none' && seconds >= secondsToRate(show.refundMinutes),
        recording,
      });
    },
  };
}
