import { expect, test } from 'vitest';
import { type PurchaseEvent, type PurchaseState, reducePurchase } from './purchase-state.ts';

const after = (...events: readonly PurchaseEvent[]): PurchaseState =>
  events.reduce(reducePurchase, { kind: 'offered' } as PurchaseState);

test('a purchase is asked, posted and owned; a refused one can be pressed again (S3003)', () => {
  expect(after({ type: 'asked', price: 45 })).toEqual({ kind: 'confirming', price: 45 });
  expect(after({ type: 'asked', price: 45 }, { type: 'confirmed' })).toEqual({ kind: 'posting', price: 45 });
  expect(after({ type: 'asked', price: 45 }, { type: 'confirmed' }, { type: 'bought' })).toEqual({
    kind: 'owned',
  });
  const refused = [{ type: 'asked', price: 45 }, { type: 'confirmed' }, { type: 'refused' }] as const;
  expect(after(...refused)).toEqual({ kind: 'refused', price: 45 });
  expect(after(...refused, { type: 'confirmed' })).toEqual({ kind: 'posting', price: 45 });
  expect(after(...refused, { type: 'left' })).toEqual({ kind: 'offered' });
});

test('a second press and a close while it is posted change nothing, and what is owned is not asked for again (S3003)', () => {
  const posting = after({ type: 'asked', price: 45 }, { type: 'confirmed' });
  expect(reducePurchase(posting, { type: 'confirmed' })).toBe(posting);
  expect(reducePurchase(posting, { type: 'left' })).toBe(posting);
  const owned = after({ type: 'bought' });
  expect(reducePurchase(owned, { type: 'asked', price: 45 })).toBe(owned);
  expect(reducePurchase(owned, { type: 'confirmed' })).toBe(owned);
});
