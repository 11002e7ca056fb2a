import { expect, test } from 'vitest';
import { stepOfKey } from './step-of-key.ts';

const press = (key: string, held: Partial<Parameters<typeof stepOfKey>[0]> = {}) =>
  stepOfKey({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...held });

test('left and right lead through a gallery, with another key held they stay the browser’s own (MEDIA-LIBRARY-009)', () => {
  expect(press('ArrowRight')).toBe(1);
  expect(press('ArrowLeft')).toBe(-1);
  expect(press('Enter')).toBeUndefined();
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
  expect(press('ArrowRight', { ctrlKey: true })).toBeUndefined();
});
