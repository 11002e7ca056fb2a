import { expect, test } from 'vitest';
import { lineOf } from './first-feed.ts';

test('a line is told in whole kbit/s, and anything else says nothing', () => {
  expect(lineOf(new URLSearchParams('kbps=1500'))).toBe(1_500);
  for (const query of ['', 'kbps=', 'kbps=0', 'kbps=-1', 'kbps=1e9', 'kbps=99999999', 'kbps=fast'])
    expect(lineOf(new URLSearchParams(query)), query).toBeUndefined();
});
