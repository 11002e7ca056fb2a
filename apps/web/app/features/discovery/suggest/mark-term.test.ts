import { expect, test } from 'vitest';
import { markTerm } from './mark-term.ts';

const marked = (text: string, term: string) =>
  markTerm(text, term)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('what was written is marked wherever it stands, whatever its capitals', () => {
  expect(marked('Marlowe Vance', 'mar')).toBe('[Mar]lowe Vance');
  expect(marked('Amara Maro', 'MAR')).toBe('A[mar]a [Mar]o');
  expect(marked('piano', 'piano')).toBe('[piano]');
});

test('a name without it, an empty term and letters that grow are left whole', () => {
  expect(marked('Otis', 'mar')).toBe('Otis');
  expect(marked('Otis', '')).toBe('Otis');
  expect(marked('İpek', 'pek')).toBe('İpek');
});
