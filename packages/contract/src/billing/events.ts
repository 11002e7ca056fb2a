import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by billing. */
export const billingEvents = events({
  /**
   * `pending` is OrderState created or redirected, `succeeded` is paid. Closes the waiting biller
   * screen. Never proof for anything: the balance comes by v3.token.update.
   */
  'v3.payment.update': {
    id: 23,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['BILLING-026'],
    fields: {
      seq: f.int(),
      order_id: f.id(),
      status: f.oneOf('pending', 'succeeded', 'declined', 'expired', 'refunded', 'charged_back'),
      biller: f.optional(f.oneOf('ccbill', 'cashtocode', 'paygarden', 'wnu', 'rocketgate', 'rocketfuel', 'epoch', 'paypal')),
      tokens: f.optional(f.tok()),
      amount_cents: f.optional(f.int()),
      currency: f.optional(f.str(3)),
      membership: f.optional(f.oneOf('vip', 'super_vip', 'premium')),
      declined_reason: f.optional(f.code()),
      error: f.optional(f.text()),
      at: f.ms(),
    },
  },
  /**
   * A charge of a card on file at Epoch was declined, in place of `v3.payment.update`. Opens the declined modal with alternatives. Text: `error`, else 'Error purchasing product, if this
   * persists, please contact support.'
   */
  'v3.epoch_oneclick_error': {
    id: 24,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['BILLING-025'],
    fields: {
      order_id: f.optional(f.id()),
      code: f.optional(f.code()),
      error: f.optional(f.text()),
      declined_reason: f.optional(f.code()),
    },
  },
  /**
   * status 1: 'Auto re-up successful! {n} tokens added to your balance'; else by errorType, 'Auto re-up
   * failed' in general.
   */
  'v3.reUp.update': {
    id: 25,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['BILLING-027', 'ERRORS-007', 'ERRORS-008', 'ERRORS-026', 'ERRORS-027'],
    fields: {
      status: f.int(),
      tokens: f.optional(f.tok()),
      errorType: f.optional(f.oneOf('verification_required', 'contact_support', 'declined', 'limit_reached', 'disabled')),
      error: f.optional(f.text()),
      order_id: f.optional(f.id()),
    },
  },
  /** The modal opens when the count rises above zero. */
  'v3.promo_wheel_count': {
    id: 26,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['PROMO-007', 'PROMO-024'],
    fields: {
      seq: f.int(),
      count: f.int(),
    },
  },
  /** (chosen) Same for user.vault_wheel.spins. */
  'v3.vault_wheel_count': {
    id: 27,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['PROMO-025'],
    fields: {
      seq: f.int(),
      spins: f.int(),
    },
  },
});
