import { CallError } from '@klieg/contract/client';
import { expect, test } from 'vitest';
import { refusedLink } from './refused-link.ts';

const refusal = (code: string, params = {}) =>
  new CallError(410, { status: 0, code, error: '', message: '', params, request_id: 'r' });

test.each([
  [refusal('identity.token_invalid', { reason: 'used' }), 'used'],
  [refusal('identity.token_invalid', { reason: 'expired' }), 'expired'],
  [refusal('identity.token_invalid', { reason: 'constructor' }), 'unknown'],
  [refusal('identity.email_in_use'), 'taken'],
  [refusal('common.invalid_input'), 'unknown'],
  [refusal('common.rate_limited'), undefined],
  [new Error('offline'), undefined],
])('the page of a link tells why it did nothing: %#', (error, expected) => {
  expect(refusedLink(error)).toBe(expected);
});
