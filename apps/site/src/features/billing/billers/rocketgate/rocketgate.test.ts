import { expect, test } from 'vitest';
import { pageHash } from './page-hash.ts';
import { declineCodeOf, reasonCodes } from './reason-codes.ts';
import { declineSentence } from '../port/decline-codes.ts';

test('the hash of a hosted page is that of its fields in the order in which they are sent', () => {
  const fields = [
    ['id', 'CUST_TEST'],
    ['merch', '1'],
    ['amount', '10.00'],
    ['purchase', 'true'],
    ['invoice', 'O1'],
    ['currency', 'USD'],
  ] as const;
  expect(pageHash(fields, 'hashsecret')).toBe('imjcpmK/+zhCZMQiNlkQlda+60w=');
  expect(pageHash(fields.toReversed(), 'hashsecret')).not.toBe('imjcpmK/+zhCZMQiNlkQlda+60w=');
});

test('each reason of the gateway has a sentence of ours, all others are plain declines', () => {
  expect(reasonCodes).toHaveLength(28);
  for (const [reason, code] of reasonCodes) {
    expect(declineCodeOf(reason)).toBe(code);
    expect(declineSentence(code)).not.toBe('Declined');
  }
  for (const other of [undefined, '999', '__proto__']) expect(declineCodeOf(other)).toBe('DECLINED');
});
