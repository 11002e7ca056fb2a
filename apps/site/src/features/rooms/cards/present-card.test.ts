import { expect, test } from 'vitest';
import { thumbUrl } from './present-card.ts';

test('the address of a live picture stays the same for 30 s, and then is another one (CONSTANTS-036)', () => {
  const start = 1_763_800_020_000;
  const at = (seconds: number) => thumbUrl('marlowe', start + seconds * 1_000);
  expect(at(0)).toMatch(/^\/api\/v1\/thumb\/marlowe\.jpg\?v=\d+$/u);
  expect(new Set([0, 1, 15, 29.999].map(at)).size).toBe(1);
  expect(new Set([0, 30, 60, 90].map(at)).size).toBe(4);
  expect(at(59.999)).toBe(at(30));
});
