import type { DeskOrderWhole, OrderState, RefundBar, RefundState } from '@klieg/contract';
import type { TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the state of an order is called, and how it stands out. */
export const ORDER_STATES: Readonly<Record<OrderState, readonly [MessageDescriptor, TagTone]>> = {
  created: [msg`Made`, 'neutral'],
  sent: [msg`At the biller`, 'neutral'],
  pending: [msg`Waits`, 'info'],
  succeeded: [msg`Paid`, 'ok'],
  declined: [msg`Declined`, 'warn'],
  expired: [msg`Expired`, 'neutral'],
  refunded: [msg`Refunded`, 'info'],
  charged_back: [msg`Charged back`, 'bad'],
};

export const REFUND_STATES: Readonly<Record<RefundState, readonly [MessageDescriptor, TagTone]>> = {
  asking: [msg`Being asked`, 'info'],
  asked: [msg`Asked, waits for the biller`, 'info'],
  refused: [msg`Refused by the biller`, 'warn'],
  unknown: [msg`No answer`, 'warn'],
  done: [msg`Given back`, 'ok'],
};

export const REFUND_BARS: Readonly<Record<RefundBar, MessageDescriptor>> = {
  not_paid: msg`This order is not paid, so there is nothing to give back.`,
  biller_gives_nothing_back: msg`This biller takes no refunds from here. Ask its staff; its post will book it.`,
  whole_only: msg`This biller gives back the whole payment only, and a part of it is gone already.`,
  under_way: msg`A refund is under way. The biller’s post will tell what came of it.`,
  all_given_back: msg`All of it has been given back.`,
};

export const TOLD_WORDS: Readonly<Record<DeskOrderWhole['told'][number]['kind'], MessageDescriptor>> = {
  pending: msg`Waits`,
  approved: msg`Approved`,
  declined: msg`Declined`,
  refunded: msg`Refunded`,
  voided: msg`Voided`,
  charged_back: msg`Charged back`,
  dispute_won: msg`Dispute won`,
  fraud_reported: msg`Reported as fraud`,
  alerted: msg`Dispute announced`,
};

export const BOOKING_WORDS: Readonly<Record<DeskOrderWhole['bookings'][number]['kind'], MessageDescriptor>> =
  {
    purchase: msg`Purchase`,
    refund: msg`Refund`,
    chargeback: msg`Chargeback`,
    restored: msg`Given back after a dispute`,
  };

/** Names of billers are the same in every language. */
export const BILLER_NAMES = {
  ccbill: 'CCBill',
  cashtocode: 'CashtoCode',
  paygarden: 'Paygarden',
  wnu: 'WNU',
  rocketgate: 'RocketGate',
  rocketfuel: 'Rocketfuel',
  epoch: 'Epoch',
  paypal: 'PayPal',
  sandbox: 'Sandbox',
} as const;
