import { expect, test } from 'vitest';
import { cleanText, hasSomethingToSee, lines, text, written } from './event-fields.ts';

/** Signs that draw nothing, of every kind that Unicode has of them. */
const UNSEEN = [
  '',
  '   ',
  '\t\n\u00a0\u2003\u3000',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u00ad\u034f\u061c\u180e',
  '\u115f\u1160\u3164\uffa0',
  '\u2800\u2800',
  '\ufe0f\ufe0e\u{e0100}',
  '\u{e0001}\u{e0041}\u{e007f}',
  '\u202a\u202e\u2066\u2069\u200e\u200f',
  '\u{1d173}\u{1d17a}',
];

test('a text of signs that draw nothing has nothing to see, by every field that people write in', () => {
  for (const unseen of UNSEEN) {
    expect([unseen, hasSomethingToSee(unseen), cleanText(unseen)]).toEqual([unseen, false, '']);
    expect(text(100).parse(unseen)).toBe('');
    expect(lines(100).parse(`${unseen}\n${unseen}`).trim()).toBe('');
    expect(written().min(1).safeParse(unseen).success).toBe(false);
  }
});

test('what reorders or hides a text is not kept of what is written in a form, its lines are', () => {
  expect(written().parse('invoice\u202egpj.exe')).toBe('invoicegpj.exe');
  expect(written().parse(' a\u2066b\u0000c\u009f\n\td ')).toBe('abc\n\td');
});

test('what can be read stays as it was written: joined letters, emoji and marks of direction in a sentence', () => {
  for (const seen of ['a', '👩‍🚀', '❤️', 'می‌خواهم', 'क्‍ष', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '-', '。', 'a\u200bb']) {
    expect([seen, hasSomethingToSee(seen)]).toEqual([seen, true]);
    expect(cleanText(seen)).toBe(seen.normalize('NFC'));
    expect(written().min(1).parse(` ${seen} `)).toBe(seen);
  }
});
