import { describe, expect, test } from 'vitest';
import { isTooManyNew, refuseToWrite, type WriteFacts } from './message-rules.ts';

const facts: WriteFacts = {
  isThere: true,
  isReceiverSuspended: false,
  isSilenced: false,
  isIgnoring: false,
  pmAllow: 'all',
  isFriend: false,
  isFan: false,
  hasTokens: false,
  wasWrittenTo: false,
  isStaff: false,
};

describe('who may write to whom (S2904) (PM-FRIENDS-017)', () => {
  test.each<[string, Partial<WriteFacts>, ReturnType<typeof refuseToWrite>]>([
    ['all: anybody', {}, null],
    ['friends: a stranger', { pmAllow: 'friends' }, 'not_friend'],
    ['friends: a friend', { pmAllow: 'friends', isFriend: true }, null],
    ['fans: a stranger', { pmAllow: 'fans', hasTokens: true }, 'not_allowed'],
    ['fans: a fan', { pmAllow: 'fans', isFan: true }, null],
    ['fans: a friend', { pmAllow: 'fans', isFriend: true }, null],
    ['tokens: without', { pmAllow: 'tokens' }, 'not_allowed'],
    ['tokens: with', { pmAllow: 'tokens', hasTokens: true }, null],
    ['tokens: a friend without', { pmAllow: 'tokens', isFriend: true }, null],
    ['none: a friend', { pmAllow: 'none', isFriend: true, hasTokens: true }, 'not_allowed'],
    ['none: whoever was written to may answer', { pmAllow: 'none', wasWrittenTo: true }, null],
    ['friends: whoever was written to may answer', { pmAllow: 'friends', wasWrittenTo: true }, null],
    [
      'a writer whom the house has silenced, who was written to',
      { isSilenced: true, wasWrittenTo: true },
      'silenced',
    ],
    ['staff, whatever the house has against them', { isSilenced: true, isStaff: true }, null],
    ['somebody whom the writer ignores', { isIgnoring: true, wasWrittenTo: true, isStaff: true }, 'blocked'],
    ['somebody suspended', { isReceiverSuspended: true, wasWrittenTo: true }, 'not_allowed'],
    ['a deleted account', { isThere: false, isStaff: true }, 'deleted'],
    ['none: staff', { pmAllow: 'none', isStaff: true, isReceiverSuspended: true }, null],
  ])('%s', (_what, more, expected) => {
    expect(refuseToWrite({ ...facts, ...more })).toBe(expected);
  });
});

test('twenty new people a day, not one more', () => {
  expect(isTooManyNew(19)).toBe(false);
  expect(isTooManyNew(20)).toBe(true);
});
