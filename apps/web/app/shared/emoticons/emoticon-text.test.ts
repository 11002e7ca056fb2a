import { expect, test } from 'vitest';
import { emoticonsOf, splitEmoticons } from './emoticon-text.ts';

const known = emoticonsOf([
  { code: ':smile:', url: '/emoticons/smile.svg' },
  { code: ':star:', url: '/emoticons/star.svg' },
]);

test('codes of the room become pictures, everything else stays text (CHAT-025)', () => {
  expect(splitEmoticons('hi :smile: there:star:', known)).toEqual([
    { text: 'hi ' },
    { text: ':smile:', url: '/emoticons/smile.svg' },
    { text: ' there' },
    { text: ':star:', url: '/emoticons/star.svg' },
  ]);
  expect(splitEmoticons('at 5:30 :nothing: <img src=x>', known)).toEqual([
    { text: 'at 5:30 :nothing: <img src=x>' },
  ]);
});

test('whoever wants no pictures reads the codes (CHAT-025)', () => {
  expect(splitEmoticons('hi :smile:', new Map())).toEqual([{ text: 'hi :smile:' }]);
});
