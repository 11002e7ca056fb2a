import { ownOf } from '@klieg/kernel';
/** Our code for each reason that the gateway documents. */
const codes: Readonly<Record<string, string>> = {
  '104': 'DECLINED',
  '105': 'INSUFFICIENTFUNDS',
  '106': 'DECLINEDCVV2',
  '107': 'EXPIRED',
  '110': 'VELOCITY',
  '111': 'DECLINED',
  '117': 'INVALIDZIP',
  '157': 'DECLINED',
  '161': 'TOOMANYDENIALS',
  '200': 'DECLINED',
  '201': 'SERVICENOTALLOWED',
  '202': 'AUTHCODE',
  '203': 'AUTHCODE',
  '204': 'RETRY',
  '205': 'AUTHCODE',
  '211': 'VELOCITY',
  '212': 'INVALIDACTION',
  '213': 'VELOCITY',
  '214': 'VELOCITY',
  '215': 'VELOCITY',
  '216': 'VELOCITY',
  '217': 'VELOCITY',
  '219': 'SERVICENOTALLOWED',
  '220': 'TOOMANYDENIALS',
  '225': 'AUTHCODE',
  '228': 'AUTHCODE',
  '303': 'RETRY',
  '405': 'INVALIDACTION',
};

export const reasonCodes: readonly (readonly [reason: string, code: string])[] = Object.entries(codes);

export const declineCodeOf = (reason: string | undefined): string =>
  (reason === undefined ? undefined : ownOf(codes, reason)) ?? 'DECLINED';

/** Reasons for which the holder has to confirm the payment on the hosted page. */
export const isConfirmationWanted = (reason: string | undefined): boolean =>
  reason === '202' || reason === '225' || reason === '228';

/** Reasons that mean a looked-up transaction was never made: none matches, no such GUID, no such invoice. */
export const isUnknownInvoice = (reason: string | undefined): boolean =>
  reason === '100' || reason === '410' || reason === '441';
