import { holdsCard } from '@klieg/kernel';
import { beforeEach, expect, test } from 'vitest';
import { writeLocal } from '../../shared/local-store.ts';
import { deviceValue } from './device-value.ts';

beforeEach(() => localStorage.clear());

test('a browser has one value, and never one that could be the number of a card (BILLING-053)', () => {
  const first = deviceValue();
  expect(first).toMatch(/^[a-p]{32}$/u);
  expect(deviceValue()).toBe(first);
  for (let more = 0; more < 100; more++) {
    localStorage.clear();
    expect(deviceValue()).toMatch(/^[a-p]{32}$/u);
  }
});

test('a value of before is kept, unless the site would refuse it', () => {
  const harmless = '0123456789abcdef0123456789abcdef';
  writeLocal('device', harmless);
  expect(deviceValue()).toBe(harmless);
  const refused = 'abcdefab4111111111111111abcdefab';
  expect(holdsCard(refused)).toBe(true);
  writeLocal('device', refused);
  expect(deviceValue()).toMatch(/^[a-p]{32}$/u);
});
