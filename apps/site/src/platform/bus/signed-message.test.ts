import { expect, test } from 'vitest';
import { signMessage, verifyMessage } from './signed-message.ts';

const key = Buffer.alloc(32, 1);
const signed = signMessage(key, 'rooms.anna', { tokens: 5, note: 'ä' });

test('what was signed for a subject is read under it', () => {
  expect(verifyMessage(key, 'rooms.anna', signed)).toBe('{"tokens":5,"note":"ä"}');
});

test.each([
  ['another subject', key, 'rooms.bert', signed],
  ['the key of another site', Buffer.alloc(32, 2), 'rooms.anna', signed],
  ['no signature', key, 'rooms.anna', '{"tokens":5}'],
  ['a changed message', key, 'rooms.anna', signed.replace('5', '6')],
  ['a changed signature', key, 'rooms.anna', (signed[0] === 'A' ? 'B' : 'A') + signed.slice(1)],
  ['a text around the border of subject and message', key, 'rooms', signed],
  ['letters of several bytes in the signature', key, 'rooms.anna', `ä${signed.slice(1)}`],
  ['nothing', key, 'rooms.anna', ''],
])('%s is refused', (_what, ownKey, subject, text) => {
  expect(verifyMessage(ownKey, subject, text)).toBeUndefined();
});
