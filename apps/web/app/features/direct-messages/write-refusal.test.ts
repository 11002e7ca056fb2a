import { expect, test } from 'vitest';
import { reasonNow } from './write-refusal.ts';

test.each([
  // What the page was answered, whether the house has silenced the person now, what the field says.
  [null, false, null],
  [null, true, 'silenced'],
  ['not_friend', true, 'silenced'],
  ['not_friend', false, 'not_friend'],
  // The person has it in their own hands, or nothing would help.
  ['blocked', true, 'blocked'],
  ['deleted', true, 'deleted'],
  // It was over before the conversation was read anew.
  ['silenced', false, null],
  ['silenced', true, 'silenced'],
])('%s with a silence of the house %s: %s', (answered, isSilenced, said) => {
  expect(reasonNow(answered, isSilenced)).toBe(said);
});
