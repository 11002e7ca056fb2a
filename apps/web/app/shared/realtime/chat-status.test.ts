import { expect, test } from 'vitest';
import { readChatStatus } from './chat-status.ts';

test('a status of the contract is known, and nothing else is (W17)', () => {
  for (const status of ['offline', 'online', 'online_ai', 'reconnecting'])
    expect(readChatStatus(status)).toBe(status);
  for (const wild of ['', 'toString', 'ONLINE', null, 1, undefined])
    expect(readChatStatus(wild)).toBeUndefined();
});
