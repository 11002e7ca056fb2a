import { ownOf } from '@klieg/kernel';
/*
 * Reasons of billers with the documents' sentences (http page, 8.3). Anything else is 'Declined'.
 */
const sentences: Readonly<Record<string, string>> = {
  INVALIDZIP: 'Invalid postal code',
  DECLINED: 'Declined by your bank. Try a new card or an alternate method',
  VELOCITY: 'Declined due to velocity. Please wait 5 minutes',
  INSUFFICIENTFUNDS: 'Insufficient funds',
  EXPIRED: 'Your card has expired',
  DECLINEDCVV2: 'Invalid CVV2',
  ACHNOTACCEPTED: 'ACH is not accepted for this site',
  AMEXNOTACCEPTED: 'American Express is not accepted for this site',
  DIRECTDEBITNOTACCEPTED: 'Direct debit is not accepted for this site',
  DISCOVERNOTACCEPTED: 'Discover is not accepted for this site',
  MASTERCARDNOTACCEPTED: 'Mastercard is not accepted for this site',
  SOLONOTACCEPTED: 'Solo is not accepted for this site',
  SWITCHNOTACCEPTED: 'Switch is not accepted for this site',
  VISANOTACCEPTED: 'Visa is not accepted for this site',
  TOOMANYDENIALS: 'Too many denials',
  CALLCENTER: 'Please contact your bank',
  AUTHCODE: 'Incorrect or missing authorization code',
  INVALIDACTION: 'Invalid action',
  RETRY: 'Please retry',
  SERVICENOTALLOWED: 'Service not allowed',
};

export const declineCodes: readonly string[] = Object.keys(sentences);

/** The sentence of a decline code. */
export const declineSentence = (code: string): string => ownOf(sentences, code) ?? 'Declined';

/** What the query of a payment return says; it explains and proves nothing (S2406). */
export function readAnswer(ans: string): {
  readonly isSuccess: boolean;
  readonly code: string | null;
  readonly id: string | null;
} {
  const [answer = '', id = ''] = ans.split('|');
  if (answer.startsWith('Y')) return { isSuccess: true, code: null, id: id || null };
  const code = answer.startsWith('N') ? answer.slice(1).toUpperCase() : '';
  return { isSuccess: false, code: code || null, id: id || null };
}
