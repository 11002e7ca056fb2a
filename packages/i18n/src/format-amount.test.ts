import { expect, test } from 'vitest';
import { formatAmount, formatMoney, formatSignedAmount, formatViewers } from './index.ts';

test('token amounts are grouped by language and never shortened', () => {
  expect(formatAmount(48_210, 'en')).toBe('48,210');
  expect(formatAmount(48_210, 'de')).toBe('48.210');
  expect(formatAmount(1_234, 'es')).toBe('1.234');
  expect(formatAmount(150_000, 'fr').replaceAll(/\s/gu, ' ')).toBe('150 000');
});

test('what goes out has a true minus, what comes in a plus, nothing has neither', () => {
  expect(formatSignedAmount(-761, 'en')).toBe('\u2212761');
  expect(formatSignedAmount(600, 'en')).toBe('+600');
  expect(formatSignedAmount(0, 'en')).toBe('0');
});

test('viewers are shortened from a thousand on', () => {
  expect(formatViewers(999, 'en')).toBe('999');
  expect(formatViewers(1_284, 'en')).toBe('1.3k');
  expect(formatViewers(128_402, 'en')).toBe('128k');
  expect(formatViewers(1_284, 'de')).toBe('1,3k');
});

test('money has two decimals and the sign of its currency', () => {
  expect(formatMoney(5_000, 'USD', 'en')).toBe('$50.00');
  expect(formatMoney(1_000_000, 'USD', 'en')).toBe('$10,000.00');
  expect(formatMoney(5_000, 'EUR', 'de').replaceAll(/\s/gu, ' ')).toBe('50,00 €');
});
