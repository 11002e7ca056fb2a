import { expect, test } from 'vitest';
import { levelDb } from './use-level.ts';

test('full scale is 0 dBFS, half of it 6 dB less, silence the floor', () => {
  expect(levelDb(new Float32Array([1, -1, 1, -1]))).toBeCloseTo(0);
  expect(levelDb(new Float32Array([0.5, -0.5]))).toBeCloseTo(-6.02, 1);
  expect(levelDb(new Float32Array(64))).toBe(-60);
  expect(levelDb(new Float32Array([0.000_001]))).toBe(-60);
});
