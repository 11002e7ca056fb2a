import { expect, test } from 'vitest';
import { makeFitsName } from './name-rules.ts';

test('a name is found by the beginnings of its words, in any case, order and dress', () => {
  const name = 'Zoë-Marie Núñez Quintero';
  for (const wanted of [
    'zoe',
    'NUNEZ',
    'quintero zoë',
    'mar nu',
    ' Zoë Marie Núñez Quintero ',
    'núñez,quint',
  ])
    expect(makeFitsName(wanted)(name), wanted).toBe(true);
  for (const wanted of ['uintero', 'zoe lopez', 'maria', 'nunezz'])
    expect(makeFitsName(wanted)(name), wanted).toBe(false);
});

test('a user name is found by its parts, and a name of signs by what was typed', () => {
  expect(makeFitsName('anna_b')('Anna-B 77')).toBe(true);
  expect(makeFitsName('b77')('anna_b77')).toBe(true);
  expect(makeFitsName('★')('☆★☆')).toBe(true);
  expect(makeFitsName('★')('star')).toBe(false);
  expect(makeFitsName('☆')('')).toBe(false);
});
