import type { Payload } from '@klieg/contract';
import type { LedgerKind } from '../ledger/index.ts';

export type UpdateType = Payload<'v3.token.update'>['type'];

/** How the page calls what happened; kinds that it knows no word for have none. */
export const updateTypes: Partial<Readonly<Record<LedgerKind, UpdateType>>> = {
  purchase: 'purchase',
  tip: 'tip',
  split: 'split',
  media: 'media',
  private: 'private',
  spy: 'spy',
  ticket: 'ticket',
  recording: 'recording',
  subscription: 'fan_club',
  snapchat: 'snapchat',
  dickrating: 'dickrating',
  promotion: 'promo',
  refund: 'refund',
  chargeback: 'chargeback',
  adjustment: 'adjustment',
  postpay_refill: 'postpay',
  voyeur: 'voyeur',
};
