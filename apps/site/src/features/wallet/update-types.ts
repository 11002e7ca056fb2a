import type { Payload } from '@klieg/contract';
import type { LedgerKind } from '../ledger/index.ts';

export type UpdateType = Payload<'v3.token.update'>['type'];

/** The page's name for what happened; kinds unknown to it have none. */
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
