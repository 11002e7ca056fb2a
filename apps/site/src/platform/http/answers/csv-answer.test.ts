import { expect, test } from 'vitest';
import { csvOf } from './csv-answer.ts';

test('cells with commas, quotes and lines are quoted, and no text becomes a formula', () => {
  const rows = [
    ['2026-11-22', -5],
    ['a, "b"', 1.5],
    ['=cmd()', 0],
  ];
  expect(csvOf({ columns: ['date', 'cents'], rows })).toBe(
    'date,cents\r\n2026-11-22,-5\r\n"a, ""b""",1.5\r\n\'=cmd(),0\r\n',
  );
});
