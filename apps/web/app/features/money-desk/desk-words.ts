import type { DeskOrderWhole, OrderState, RefundBar, RefundState } from '@klieg/contract';
import type { TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Name and emphasis of an order's state. */
export const ORDER_STATES: Readonly<Record<OrderState, readonly [MessageDescriptor, TagTone]>> = {
  created: [msg`Made`, 'neutral'],
  sent: [msg`At the biller`, 'neutral'],
  pending: [msg`Waiting`, 'info'],
  succeeded: [msg`Paid`, 'ok'],
  declined: [msg`Declined`, 'warn'],
  expired: [msg`Expired`, 'neutral'],
  refunded: [msg`Refunded`, 'info'],
  charged_back: [msg`Charged back`, 'bad'],
};

export const REFUND_STATES: Readonly<Record<RefundState, readonly [MessageDescriptor, TagTone]>> = {
  asking: [msg`Being requested`, 'info'],
  asked: [msg`Requested, waiting for the biller`, 'info'],
  refused: [msg`Refused by the biller`, 'warn'],
  unknown: [msg`No answer`, 'warn'],
  done: [msg`Refunded`, 'ok'],
};

export const REFUND_BARS: Readonly<Record<RefundBar, MessageDescriptor>> = {
  not_paid: msg`This order is not paid, so there is nothing to refund.`,
  biller_gives_nothing_back: msg`This biller takes no refunds from here. Ask its staff; its postback will book it.`,
  whole_only: msg`This biller only refunds whole payments, and part of this one is already refunded.`,
  under_way: msg`A refund is in progress. The biller’s postback will report the result.`,
  all_given_back: msg`It has been refunded in full.`,
};

export const TOLD_WORDS: Readonly<Record<DeskOrderWhole['told'][number]['kind'], MessageDescriptor>> = {
  pending: msg`Waiting`,
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
    restored: msg`Returned after a dispute`,
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
