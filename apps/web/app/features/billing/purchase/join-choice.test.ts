import { expect, test } from 'vitest';
import { keepJoinChoice, takeJoinChoice, wantsJoinPackages } from './join-choice.ts';

test('packages stand beside the registration for whoever came for them, unless they are switched off', () => {
  expect(wantsJoinPackages({ join_form: '1' })).toBe(true);
  expect(wantsJoinPackages({})).toBe(false);
  expect(wantsJoinPackages({ join_form: '1', _disabled_join_form: '1' })).toBe(false);
});

test('what was chosen while joining is there for the purchase, once', () => {
  expect(takeJoinChoice()).toEqual({});
  keepJoinChoice({ biller_link: 'billing/purchase/ccbill/tokens_100' });
  expect(takeJoinChoice()).toEqual({ internalId: 'tokens_100', biller: 'ccbill' });
  expect(takeJoinChoice()).toEqual({});
  keepJoinChoice({ biller_link: 'https://elsewhere.example' });
  expect(takeJoinChoice()).toEqual({});
});
