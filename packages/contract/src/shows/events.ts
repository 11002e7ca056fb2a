import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by shows. */
export const showsEvents = events({
  /**
   * Sending, accepting, declining and cancelling go by HTTP. `sharecam` is the call's with_cam2cam.
   * `source` speed-date is set by the server.
   */
  'v3.private.request': {
    id: 68,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'streamer'],
    ids: ['SHOWS-016', 'SHOWS-030', 'SHOWS-046'],
    fields: {
      seq: f.int(),
      request_id: f.id(),
      username: f.name(),
      to: f.name(),
      cost_per_minute: f.tok(),
      prepaid_seconds: f.seconds(),
      type: f.oneOf('private', 'exclusive', 'watch_together'),
      source: f.optional(f.oneOf('room', 'browse', 'pm', 'watch', 'low_token', 'spy', 'speed-date')),
      sharecam: f.optional(f.bool()),
      watch_id: f.optional(f.id()),
      discountRate: f.optional(f.int(0, 100)),
      expires_at: f.ms(),
      status: f.oneOf('pending', 'canceled'),
    },
  },
  /**
   * Toast 'Failed to start private', then the handler of errorType. Sent only for failures after the call was answered
   * (S305, S307, S319), once per request_id; a refused call shows its own answer. A block is private_unavailable (F3).
   */
  'v3.private.request_failed': {
    id: 69,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['SHOWS-013', 'SHOWS-030', 'ERRORS-011', 'ERRORS-057'],
    fields: {
      errorType: f.oneOf('not_enough_tokens', 'postpay_card_fail', 'over_daily_limit', 'user_daily_limit', 'tip_geo_block_receiver', 'tip_geo_block_sender', 'private_unavailable', 'already_requested', 'in_show', 'banned', 'media_failed'),
      error: f.optional(f.text()),
      request_id: f.optional(f.id()),
    },
  },
  /** Toast '{username} declined your private chat request'. */
  'v3.private.declined': {
    id: 70,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['SHOWS-008', 'SHOWS-030', 'ERRORS-073'],
    fields: {
      request_id: f.id(),
      username: f.name(),
      reason: f.optional(f.oneOf('declined', 'busy')),
    },
  },
  /** `username` is the other side. offline: no longer possible for whatever reason of the room. */
  'v3.private.expired': {
    id: 71,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account', 'streamer'],
    ids: ['SHOWS-015', 'SHOWS-030'],
    fields: {
      request_id: f.id(),
      username: f.name(),
      reason: f.oneOf('timeout', 'canceled', 'taken', 'offline'),
    },
  },
  /**
   * (chosen meaning) A nudge without money: opens the private-request dialog or shows a toast. One per
   * pair and 60 s.
   */
  'v3.private.ping': {
    id: 72,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    filters: ['F3'],
    ids: ['SHOWS-014', 'SHOWS-030'],
    fields: {
      from: f.name(),
      kind: f.optional(f.oneOf('viewer_asks', 'model_invites')),
      cost_per_minute: f.optional(f.tok()),
    },
  },
  /** privatePricePerMinuteInToken is after the discount. 0 and 0 end it. */
  'v3.private.discount': {
    id: 73,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: ['SHOWS-009', 'SHOWS-021', 'SHOWS-030'],
    fields: {
      seq: f.int(),
      discountRate: f.int(0, 100),
      timeLeftInSecond: f.seconds(),
      privatePricePerMinuteInToken: f.tok(),
    },
  },
  /**
   * Full to payer; to the streamer without `remaining_seconds` (it would tell the balance); others get
   * cost, type, broadcaster, spy price, preview. `username` is the payer: payer, streamer, staff only.
   */
  'v3.private.started': {
    id: 74,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    filters: ['F5'],
    ids: ['SHOWS-010', 'SHOWS-025', 'SHOWS-030', 'SHOWS-031', 'SHOWS-032'],
    fields: {
      seq: f.int(),
      username: f.optional(f.name()),
      cost_per_minute: f.tok(),
      prepaid_seconds: f.optional(f.seconds()),
      duration: f.optional(f.seconds()),
      tokens_charged: f.optional(f.tok()),
      remaining_seconds: f.optional(f.seconds()),
      type: f.oneOf('private', 'exclusive', 'watch_together'),
      source: f.optional(f.code()),
      broadcaster: f.name(),
      freeSpyPreviewDuration: f.optional(f.seconds()),
      show_id: f.id(),
      started_at: f.ms(),
      spy_cost_per_minute: f.optional(f.tok()),
      audio_only: f.optional(f.bool()),
    },
  },
  /**
   * Every 10 s, absolute totals. `remaining_seconds` to the payer only; `spy_count` and `tokens_earned` to the streamer
   * only. `metered:false`: the clock is paused.
   */
  'v3.private.tick': {
    id: 75,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['payer', 'streamer'],
    ids: ['SHOWS-011', 'SHOWS-026', 'SHOWS-030', 'SHOWS-020'],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      duration: f.seconds(),
      tokens_charged: f.tok(),
      remaining_seconds: f.optional(f.seconds()),
      privatePrepaidTimeLeftSeconds: f.seconds(),
      metered: f.bool(),
      spy_count: f.optional(f.int()),
      tokens_earned: f.optional(f.tok()),
    },
  },
  /**
   * Money fields and can_rate to payer; duration, tokens_charged and username to payer and streamer.
   * v3.chat.update with the true status follows at once.
   */
  'v3.private.end': {
    id: 76,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: ['SHOWS-012', 'SHOWS-022', 'SHOWS-027', 'SHOWS-030', 'SHOWS-034', 'SHOWS-039'],
    fields: {
      seq: f.int(),
      fanclub_refund: f.optional(f.tok()),
      reason_ended: f.oneOf('model_ended', 'out_of_tokens', 'unpublish', 'user_ended', 'user_left'),
      show_id: f.id(),
      duration: f.optional(f.seconds()),
      tokens_charged: f.optional(f.tok()),
      tokens_returned: f.optional(f.tok()),
      username: f.optional(f.name()),
      can_rate: f.optional(f.bool()),
    },
  },
  /** (chosen) Every 10 s, absolute. */
  'v3.spy.tick': {
    id: 77,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['spy'],
    ids: ['SHOWS-028', 'SHOWS-036'],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      seconds: f.seconds(),
      tokens_charged: f.tok(),
      remaining_seconds: f.optional(f.seconds()),
      is_free: f.optional(f.bool()),
      preview_left_seconds: f.optional(f.seconds()),
    },
  },
  /** Toast 'The spy chat has ended, sending you back to public chat'. */
  'v3.spy.end': {
    id: 78,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['spy'],
    ids: ['SHOWS-017', 'SHOWS-029', 'ERRORS-075'],
    fields: {
      seq: f.int(),
      show_id: f.optional(f.id()),
      reason: f.oneOf('private_ended', 'user_ended', 'out_of_tokens', 'preview_over', 'spy_disabled', 'removed', 'unpublish'),
      tokens_charged: f.optional(f.tok()),
    },
  },
  /**
   * (chosen) Connect the player of the coming mode now, muted and hidden, so that paid time begins with
   * a picture.
   */
  'v3.preloader.start': {
    id: 117,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['socket'],
    ids: ['LIVE-VIDEO-009'],
    fields: {
      stream: f.optional(f.stream()),
      mode: f.oneOf('private', 'spy', 'limited', 'public'),
      starts_in_ms: f.optional(f.int()),
    },
  },
  /**
   * (added) A viewer's place in the line for a private; not a request, and nothing is held. The first in line gets
   * v3.private.ping when the room is free. Absent `place`: no longer in line, for `reason`.
   */
  'v3.private.place': {
    id: 2100,
    since: 2,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    filters: ['F3'],
    ids: ['SHOWS-014'],
    fields: {
      seq: f.int(),
      username: f.name(),
      place: f.optional(f.int(1)),
      length: f.optional(f.int(1)),
      reason: f.optional(f.oneOf('left', 'offline', 'started', 'expired')),
    },
  },
});
