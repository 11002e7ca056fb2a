import { expect, test } from 'vitest';
import type { ChatEntry } from '../state/chat-entry.ts';
import { FOLLOWED_MAX, type HeldLines, linesToShow } from './held-lines.ts';

const lines = (from: number, to: number): ChatEntry[] =>
  Array.from({ length: to - from }, (_, at) => ({
    kind: 'system',
    id: String(from + at),
    at: from + at,
    text: 'hello',
  }));
const chat = (from: number, to: number, removals = 0): HeldLines => ({
  entries: lines(from, to),
  received: to,
  removals,
});

test('a page that follows the end draws the newest lines, no more than a window shows (CHAT-011)', () => {
  const { entries, newCount } = linesToShow(chat(0, 200), undefined);
  expect(entries).toHaveLength(FOLLOWED_MAX);
  expect(entries.at(-1)!.id).toBe('199');
  expect(newCount).toBe(0);
});

test('what somebody reads further up stays, even when the chat has moved on, and new lines are counted', () => {
  const held = chat(0, 200);
  expect(linesToShow(chat(12, 212), held)).toEqual({ entries: held.entries, newCount: 12 });
  expect(linesToShow(chat(400, 600), held).entries).toBe(held.entries);
});

test('a line that was taken away goes from what somebody reads too', () => {
  const held = chat(0, 200);
  const now = chat(1, 201, 1);
  const shown = linesToShow({ ...now, entries: now.entries.filter(({ id }) => id !== '150') }, held);
  expect(shown.entries.map(({ id }) => id)).not.toContain('150');
  expect(shown.entries).toHaveLength(198);
});
