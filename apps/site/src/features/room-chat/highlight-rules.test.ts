import { expect, test } from 'vitest';
import { refuseHighlight } from './highlight-rules.ts';

const line = { id: '1', at: 0, message: 'hello', username: 'anna' };

test('a line is highlighted by its writer alone, while it is there (CHAT-017) (S3206)', () => {
  expect(refuseHighlight(line, 'anna')).toBeNull();
  expect(refuseHighlight(line, 'berta')).toBe('common.forbidden');
  expect(refuseHighlight(undefined, 'anna')).toBe('room_chat.message_gone');
});
