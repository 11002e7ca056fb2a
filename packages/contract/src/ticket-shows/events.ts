import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent by ticket shows. */
export const ticketShowsEvents = events({
  /**
   * (chosen) `sold` to everybody; `purchased_ticket` to the buyer at the purchase, and in the snapshot.
   */
  'v3.limited.update': {
    id: 79,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room', 'account'],
    ids: ['SHOWS-019', 'SHOWS-033', 'SHOWS-048', 'SHOWS-049'],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      status: f.oneOf('selling', 'running', 'ended', 'canceled'),
      ticket_price: f.tok(),
      recording_price: f.optional(f.tok()),
      limited_message: f.optional(f.text(200)),
      refund_joined_minute_before_end: f.optional(f.int()),
      starts_at: f.optional(f.ms()),
      sold: f.optional(f.int()),
      target: f.optional(f.int()),
      purchased_ticket: f.optional(f.bool()),
      purchased_recording: f.optional(f.bool()),
    },
  },
  /**
   * At once at the end, one frame for all: mode public. Each holder's own result comes by
   * v3.limited.result when its ticket is settled.
   */
  'v3.limited.end': {
    id: 80,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: ['SHOWS-018', 'SHOWS-040'],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      reason: f.oneOf('model_ended', 'unpublish', 'canceled', 'time_over', 'removed'),
    },
  },
  /**
   * (chosen) When this holder's ticket is settled (S507), again when the recording is (S508). Opens the
   * rating modal when can_rate.
   */
  'v3.limited.result': {
    id: 142,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['SHOWS-018', 'SHOWS-040', 'SHOWS-048', 'SHOWS-049'],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      ticket: f.oneOf('paid', 'returned'),
      refunded_tokens: f.tok(),
      seconds_watched: f.seconds(),
      can_rate: f.bool(),
      recording: f.oneOf('none', 'processing', 'ready', 'failed'),
    },
  },
});
