import { z } from 'zod';
import { calls, ok, shape, username, uuid } from '../call.ts';
import { ticketShowsRoutes } from './routes.ts';
import { limitedShow } from './show-state.ts';

const target = shape({ username });
/** What a tip of the same person would be refused with. */
const spendErrors = [
  'ledger.not_enough_tokens',
  'ledger.postpay_card_fail',
  'ledger.postpay_limit',
  'ledger.over_daily_limit',
  'ledger.user_daily_limit',
  'ledger.model_cannot_spend',
  'compliance.tip_geo_block_receiver',
  'compliance.tip_geo_block_sender',
  'tipping.target_closed',
  'rooms.not_found',
  'rooms.banned',
  'rooms.password_required',
  'common.not_self',
] as const;

export const ticketShowsCalls = calls(ticketShowsRoutes, {
  /** `reason` says why no ticket can be bought, as the code that buying would be refused with. */
  getTicketShow: {
    who: 'guest',
    conditions: ['room', 'password'],
    rate: 'read',
    params: target,
    response: shape({
      limitedShow: limitedShow.nullable(),
      can_buy_ticket: z.boolean(),
      can_buy_recording: z.boolean(),
      reason: z.string().nullable(),
    }),
    errors: ['rooms.not_found', 'rooms.banned', 'rooms.password_required'],
    ids: ['SHOWS-019'],
  },
  /** The price is held until the show is settled; nobody earns it before. */
  buyTicket: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    /** The price that was shown; another one now is refused. */
    body: shape({ ticket_price: z.int() }),
    response: ok({ limitedShow, tokens: z.int() }),
    errors: ['shows.no_limited_show', 'shows.ticket_owned', 'common.price_changed', ...spendErrors],
    ids: ['SHOWS-048'],
  },
  /** While the show runs, by holders of a ticket. The price is held until the recording is there. */
  buyShowRecording: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    /** The price that was shown; another one now is refused. */
    body: shape({ recording_price: z.int() }),
    response: ok({ limitedShow, tokens: z.int(), media_id: z.null() }),
    errors: [
      'shows.no_limited_show',
      'shows.ticket_needed',
      'shows.recording_owned',
      'shows.no_recording',
      'common.price_changed',
      ...spendErrors,
    ],
    ids: ['SHOWS-049'],
  },
  /**
   * Addresses that play the files of a show's recording for a quarter of an hour, for its performer and buyers; a
   * private's recording only for its payer.
   */
  openShowRecording: {
    who: 'user',
    rate: 'read',
    params: shape({ show_id: uuid }),
    response: shape({ urls: z.array(z.string()) }),
    errors: ['common.not_found'],
    ids: ['SHOWS-049'],
  },
  startTicketShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    /** `status` is the room's. */
    response: shape({ limitedShow, status: z.literal('limited') }),
    errors: ['shows.no_limited_show', 'shows.in_show', 'broadcast.not_live'],
    ids: ['SHOWS-033'],
  },
  /** A repeat answers the same for some minutes. */
  endTicketShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: ok({
      sold: z.int(),
      /** Tickets that go back. */
      refunded: z.int(),
    }),
    errors: ['shows.not_running'],
    ids: ['SHOWS-018', 'SHOWS-033'],
  },
  /** Before the start; every ticket goes back. */
  cancelTicketShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: ok({ refunded: z.int() }),
    errors: ['shows.not_running'],
    ids: ['SHOWS-033'],
  },
});
