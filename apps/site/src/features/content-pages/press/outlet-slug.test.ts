import { expect, test } from 'vitest';
import { outletSlug } from './outlet-slug.ts';

test('the name of an outlet in addresses holds letters and digits alone, whatever its name is', () => {
  expect(outletSlug('The Lamp & Stage')).toBe('the-lamp-stage');
  expect(outletSlug('  Café Théâtre 24! ')).toBe('cafe-theatre-24');
  expect(outletSlug('舞台')).toMatch(/^outlet-[0-9a-f]{8}$/);
  expect(outletSlug('舞台')).not.toBe(outletSlug('光'));
  expect(outletSlug(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
});
