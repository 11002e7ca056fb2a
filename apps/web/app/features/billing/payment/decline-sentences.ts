import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Reasons of billers in the reader's language (http page, 8.3); the codes are those of the server. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  INVALIDZIP: msg`Invalid postal code`,
  DECLINED: msg`Declined by your bank. Try a new card or an alternate method`,
  VELOCITY: msg`Declined due to velocity. Please wait 5 minutes`,
  INSUFFICIENTFUNDS: msg`Insufficient funds`,
  EXPIRED: msg`Your card has expired`,
  DECLINEDCVV2: msg`Invalid CVV2`,
  ACHNOTACCEPTED: msg`ACH is not accepted for this site`,
  AMEXNOTACCEPTED: msg`American Express is not accepted for this site`,
  DIRECTDEBITNOTACCEPTED: msg`Direct debit is not accepted for this site`,
  DISCOVERNOTACCEPTED: msg`Discover is not accepted for this site`,
  MASTERCARDNOTACCEPTED: msg`Mastercard is not accepted for this site`,
  SOLONOTACCEPTED: msg`Solo is not accepted for this site`,
  SWITCHNOTACCEPTED: msg`Switch is not accepted for this site`,
  VISANOTACCEPTED: msg`Visa is not accepted for this site`,
  TOOMANYDENIALS: msg`Too many denials`,
  CALLCENTER: msg`Please contact your bank`,
  AUTHCODE: msg`Incorrect or missing authorization code`,
  INVALIDACTION: msg`Invalid action`,
  RETRY: msg`Please retry`,
  SERVICENOTALLOWED: msg`Service not allowed`,
};

/** The sentence of a decline code; any other code is just a decline (ERRORS-049). */
export function explainDecline(code: string, i18n: I18n): string {
  return i18n._((Object.hasOwn(sentences, code) && sentences[code]) || msg`Declined`);
}
