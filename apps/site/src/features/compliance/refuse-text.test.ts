import { expect, test } from 'vitest';
import { makeRefuseText } from './refuse-text.ts';

test('refused words are found whole, in any case and dress, and nothing else', () => {
  const isRefused = makeRefuseText(['cheap pills', 'Ünfug', ' ']);
  for (const text of [
    'CHEAP, pills!',
    'so cheap  pills here',
    'ünfug',
    'cheap pills',
    'che\u200Bap pi\u00ADlls',
  ])
    expect(isRefused(text)).toBe(true);
  for (const text of ['cheap', 'pills cheap', 'cheaper pills', 'Ünfugen', '', '...'])
    expect(isRefused(text)).toBe(false);
  expect(makeRefuseText([])('anything')).toBe(false);
});
