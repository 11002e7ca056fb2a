import { expect, test } from 'vitest';
import { maskPersonal } from './mask-personal.ts';

test('a card is masked also where other numbers stand beside it, and numbers that are none stay', () => {
  for (const [text, masked] of [
    ['4111 1111 1111 1111', '[card]'],
    ['2026-11-25 4111111111111111', '2026-11-25 [card]'],
    ['order 12 4111 1111 1111 1111 ok', 'order 12 [card] ok'],
    ['4111111111111111 5555-5555-5555-4444', '[card] [card]'],
    ['4111111111111111 12 27', '[card] 12 27'],
    ['2026-11-25 19 02', '2026-11-25 19 02'],
    ['8000-000000000004 and 7000-8000-000000000004', '8000-000000000004 and 7000-8000-000000000004'],
  ] as const)
    expect(maskPersonal(text), text).toBe(masked);
});

test('a mail address is masked as it is written in an address of a page, too', () => {
  expect(maskPersonal('https://a.example/?user=anna%40mail.example')).toBe(
    'https://a.example/?user=[address]',
  );
  expect(maskPersonal('anna@mail.example wrote')).toBe('[address] wrote');
});

test('a text of digits alone comes through, however long it is', () => {
  // Looked at from each digit anew, it would take longer than a test may.
  expect(maskPersonal('1 '.repeat(20_000))).toHaveLength(40_000);
  expect(maskPersonal('1'.repeat(40_000))).toHaveLength(40_000);
});
