import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by tipping. */
export const tippingEvents = events({
  /**
   * `type` is TipType of http.md, or split. `sender_name` is absent under F9. `balance_after` only to
   * the receiver. `app_data` holds only the keys that http.md names, checked, never what the page sent
   * besides. One event per ledger transfer, a split is one with `id` = split_id; `id` removes duplicates
   * between the two sockets.
   */
  'v3.tip.received': {
    id: 21,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['room', 'pair'],
    filters: ['F5', 'F9'],
    ids: ['LEDGER-TIP-003', 'LEDGER-TIP-006', 'CONSTANTS-056', 'CONSTANTS-057', 'CONSTANTS-058'],
    fields: {
      tokens: f.tok(),
      receiver_name: f.name(),
      sender_name: f.optional(f.name()),
      type: f.oneOf('tip', 'tip_menu', 'app', 'private', 'spy', 'spy_startup', 'limited', 'pm', 'feed', 'offline', 'fans', 'split'),
      comment: f.optional(f.text(250)),
      id: f.id(),
      at: f.ms(),
      app_data: f.optional(f.obj()),
      balance_after: f.optional(f.tok()),
    },
  },
  /**
   * (chosen) `remaining` counts splitters still missing; `joined` is the receiver's own, in the
   * splitters' variant.
   */
  'v3.tip_split.update': {
    id: 89,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    filters: ['F2'],
    ids: ['LEDGER-TIP-004', 'LEDGER-TIP-005', 'LEDGER-TIP-010'],
    fields: {
      seq: f.int(),
      mode: f.oneOf('available', 'proposed', 'success', 'canceled'),
      splitters: f.optional(f.list(f.name())),
      target_splitters: f.optional(f.int()),
      remaining: f.optional(f.int()),
      split_amount: f.optional(f.tok()),
      split_id: f.optional(f.id()),
      expires_at: f.optional(f.ms()),
      joined: f.optional(f.bool()),
      comment: f.optional(f.text(250)),
    },
  },
});
