import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

test('only what differs is told, with what it was and what it is', () => {
  const before = { tokens: 50, label: null, adverts: ['a'], enabled: true };
  const after = { tokens: 60, label: 'Best', adverts: ['a'], enabled: false };
  expect(describeChange(before, after)).toEqual({
    tokens: '50 → 60',
    label: '– → Best',
    enabled: 'true → false',
  });
  expect(describeChange(before, before)).toEqual({});
});

test('of what is new all that is set is told', () => {
  expect(describeChange(undefined, { tokens: 50, label: null })).toEqual({ tokens: '50' });
});
