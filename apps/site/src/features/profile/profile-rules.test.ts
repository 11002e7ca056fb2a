import { expect, test } from 'vitest';
import { splitChange } from './profile-rules.ts';

const before = { display_name: 'Mara', about: 'Old words', tags: ['music'] };
const isBanned = (text: string) => text.includes('bad word');

test('a changed name, text or tag with a banned term waits, everything else counts at once', () => {
  expect(
    splitChange(
      { display_name: 'a bad word', about: 'New words', tags: ['music', 'bad-word'], city: 'a bad word' },
      before,
      isBanned,
    ),
  ).toEqual({
    now: { about: 'New words', city: 'a bad word' },
    waiting: { display_name: 'a bad word', tags: ['music', 'bad-word'] },
  });
});

test('a text that stays as it is does not wait again, whatever is in it', () => {
  const kept = { ...before, about: 'bad word' };
  expect(splitChange({ about: 'bad word' }, kept, isBanned)).toEqual({
    now: { about: 'bad word' },
    waiting: {},
  });
});
