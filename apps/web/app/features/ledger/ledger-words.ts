import type { FanLevel, LedgerKind, LedgerRow, Trace } from '@klieg/contract';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** What each kind of transfer is called in a statement. */
export const KIND_WORDS: Readonly<Record<LedgerKind, MessageDescriptor>> = {
  purchase: msg`Purchase`,
  tip: msg`Tip`,
  hold: msg`Held`,
  hold_post: msg`Charged`,
  hold_void: msg`Released`,
  ticket: msg`Ticket`,
  recording: msg`Recording`,
  media: msg`Media`,
  subscription: msg`Fan club`,
  split: msg`Tip split`,
  private: msg`Private`,
  spy: msg`Spy`,
  ai_image: msg`AI picture`,
  snapchat: msg`Snapchat`,
  dickrating: msg`Rating`,
  voyeur: msg`Voyeur cam`,
  refund: msg`Refund`,
  chargeback: msg`Chargeback`,
  payout_reserve: msg`Payout reserved`,
  payout_settle: msg`Payout`,
  payout_fail: msg`Payout returned`,
  promotion: msg`Promotion`,
  postpay_refill: msg`Post-pay`,
  adjustment: msg`Adjustment`,
};

/** Levels of fan clubs. */
export const CLUB_LEVELS: Readonly<Record<FanLevel, MessageDescriptor>> = {
  supporter: msg`Supporter`,
  insider: msg`Insider`,
  legend: msg`Legend`,
};

/** The name of a transfer whose kind says too little: earnings that ripen, and what is kept back. */
export const wordOf = ({ kind, ref }: Pick<LedgerRow, 'kind' | 'ref'>): MessageDescriptor => {
  if (ref?.type === 'maturity') return msg`Ready for payout`;
  return ref?.type === 'reserve' ? msg`Held back` : KIND_WORDS[kind];
};

type Account = Trace['postings'][number]['account'];

/** What the sides of a transfer are called. */
export const ACCOUNT_WORDS: Readonly<Record<Account, MessageDescriptor>> = {
  spendable: msg`spendable`,
  earned: msg`earned`,
  payable: msg`ready for payout`,
  reserve: msg`held back`,
  platform: msg`the site`,
  biller: msg`the biller`,
  promotion: msg`a promotion`,
  payout: msg`the payout`,
  adjustment: msg`a correction`,
};
