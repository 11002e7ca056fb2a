import { expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { choiceOf, suggestsReUp, wordOf } from './re-up-rules.ts';

const withChoice = (choice: object, more: object = {}) => {
  const current = currentUserFixture({ has_cc: true, tokens: 149, ...more });
  return { ...current, settings: { ...current.settings, auto_re_ups: JSON.stringify(choice) } };
};
const off = { enabled: false, disabled_by_user: false };

test.each<[string, ReturnType<typeof withChoice>, boolean]>([
  ['a card and tokens for less than five minutes', withChoice(off), true],
  ['tokens for five minutes', withChoice(off, { tokens: 150 }), false],
  ['no card on file', withChoice(off, { has_cc: false }), false],
  ['already on', withChoice({ ...off, enabled: true }), false],
  ['refused once', withChoice({ ...off, disabled_by_user: true }), false],
  ['paying later', withChoice(off, { postpay: true }), false],
  ['a performer', withChoice(off, { user: { type: 'model' } }), false],
])('automatic purchases are proposed when a private begins: %s', (_what, current, isProposed) =>
  expect(suggestsReUp(current, 30)).toBe(isProposed),
);

test('a show that costs nothing proposes nothing', () =>
  expect(suggestsReUp(withChoice(off), 0)).toBe(false));

test('a choice that cannot be read is off', () => {
  const current = currentUserFixture();
  expect(choiceOf({ settings: { ...current.settings, auto_re_ups: '{' } })).toEqual(off);
  expect(choiceOf(undefined)).toEqual(off);
});

test.each([
  [1, undefined, 'success'],
  [0, 'verification_required', 'declined-modal'],
  [0, 'contact_support', 'contact-support'],
  [0, 'declined', 'failed'],
  [0, undefined, 'failed'],
  [0, 'limit_reached', 'limit'],
  [0, 'disabled', 'disabled'],
] as const)('news of a charge are told by status %s and type %s', (status, errorType, word) =>
  expect(wordOf({ status, ...(errorType && { errorType }) })).toBe(word),
);
