import { expect, test } from 'vitest';
import { HIGHLIGHT_MS, highlightEnd, refuseHighlight } from './highlight-rules.ts';

const line = { id: '1', at: 0, message: 'hello', username: 'anna' };

test('a line is highlighted by its writer alone, while it is there (CHAT-017) (S3206)', () => {
  expect(refuseHighlight(line, 'anna')).toBeNull();
  expect(refuseHighlight(line, 'berta')).toBe('common.forbidden');
  expect(refuseHighlight(undefined, 'anna')).toBe('room_chat.message_gone');
});

test('a highlight runs for 60 s, and one that is paid while it runs adds 60 s to it (CHAT-017)', () => {
  expect(HIGHLIGHT_MS).toBe(60_000);
  expect(highlightEnd(undefined, 1_000)).toBe(61_000);
  expect(highlightEnd(500, 1_000)).toBe(61_000);
  expect(highlightEnd(31_000, 1_000)).toBe(91_000);
});
