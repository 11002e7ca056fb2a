import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { explainDecline } from './decline-sentences.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([
  ['INVALIDZIP', 'Invalid postal code', 'ERRORS-029'],
  ['DECLINED', 'Declined by your bank. Try a new card or an alternate method', 'ERRORS-030'],
  ['VELOCITY', 'Declined due to velocity. Please wait 5 minutes', 'ERRORS-031'],
  ['INSUFFICIENTFUNDS', 'Insufficient funds', 'ERRORS-032'],
  ['EXPIRED', 'Your card has expired', 'ERRORS-033'],
  ['DECLINEDCVV2', 'Invalid CVV2', 'ERRORS-034'],
  ['ACHNOTACCEPTED', 'ACH is not accepted for this site', 'ERRORS-035'],
  ['AMEXNOTACCEPTED', 'American Express is not accepted for this site', 'ERRORS-036'],
  ['DIRECTDEBITNOTACCEPTED', 'Direct debit is not accepted for this site', 'ERRORS-037'],
  ['DISCOVERNOTACCEPTED', 'Discover is not accepted for this site', 'ERRORS-038'],
  ['MASTERCARDNOTACCEPTED', 'Mastercard is not accepted for this site', 'ERRORS-039'],
  ['SOLONOTACCEPTED', 'Solo is not accepted for this site', 'ERRORS-040'],
  ['SWITCHNOTACCEPTED', 'Switch is not accepted for this site', 'ERRORS-041'],
  ['VISANOTACCEPTED', 'Visa is not accepted for this site', 'ERRORS-042'],
  ['TOOMANYDENIALS', 'Too many denials', 'ERRORS-043'],
  ['CALLCENTER', 'Please contact your bank', 'ERRORS-044'],
  ['AUTHCODE', 'Incorrect or missing authorization code', 'ERRORS-045'],
  ['INVALIDACTION', 'Invalid action', 'ERRORS-046'],
  ['RETRY', 'Please retry', 'ERRORS-047'],
  ['SERVICENOTALLOWED', 'Service not allowed', 'ERRORS-048'],
  ['NOBODYKNOWS', 'Declined', 'ERRORS-049'],
  ['constructor', 'Declined', 'ERRORS-049'],
])('a payment return with the reason %s reads "%s" (%s)', (code, sentence) =>
  expect(explainDecline(code, i18n)).toBe(sentence),
);
