import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by ledger. */
export const ledgerEvents = events({
  /**
   * `tokens` is what can be spent now: posted minus held, plus the free credit line of a post-pay account; for a model
   * what is earned and not yet reserved for payout. `seq` is the balance's version: an older one is dropped. `type`
   * payout shows '{n} tokens removed for payout'.
   */
  'v3.token.update': {
    id: 20,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['LEDGER-TIP-002', 'ERRORS-028'],
    fields: {
      seq: f.int(),
      username: f.optional(f.name()),
      tokens: f.int(),
      token_change: f.optional(f.int()),
      membership: f.optional(f.oneOf('vip', 'super_vip', 'premium')),
      type: f.optional(f.oneOf('purchase', 're_up', 'postpay', 'tip', 'split', 'media', 'private', 'spy', 'ticket', 'recording', 'fan_club', 'toy', 'voyeur', 'snapchat', 'dickrating', 'promo', 'refund', 'chargeback', 'payout', 'adjustment', 'hold')),
      pmIsEnabled: f.optional(f.bool()),
      held: f.optional(f.tok()),
      id: f.optional(f.id()),
      at: f.optional(f.ms()),
    },
  },
});
