import { expect, test } from 'vitest';
import { isShown, plainTextOf, statusOf } from './document-rules.ts';

const END = Date.parse('2026-12-09T00:00:00Z');
const DAY = 86_400_000;
const open = { signed_at: null, expires_at: new Date(END) };

test('a document is open until its end, then expired; a signed one stays signed', () => {
  expect([END - 1, END].map((now) => statusOf(open, now))).toEqual(['open', 'expired']);
  expect(statusOf({ ...open, signed_at: new Date(0) }, END + 1)).toBe('signed');
});

test('its link tells of it for another thirty days', () => {
  expect([END, END + 30 * DAY - 1, END + 30 * DAY].map((now) => isShown(open, now))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the words of a text are those of its HTML, with its paragraphs and lists', () => {
  expect(
    plainTextOf(
      '<h2 id="a">A &amp; B</h2><p>One <strong>two</strong> &lt;three&gt;.</p><ul><li>x</li><li>y</li></ul>',
    ),
  ).toBe('A & B\n\nOne two <three>.\n\n- x\n- y');
});
