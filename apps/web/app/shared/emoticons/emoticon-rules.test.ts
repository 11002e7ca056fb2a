import { describe, expect, test } from 'vitest';
import { completeCode, emoticonDraftAt, insertCode, offerCodes } from './emoticon-rules.ts';

const CODES = [':smile:', ':star:', ':music:', ':thumbs:', ':party:'];

describe('a code that is typed', () => {
  test('is completed from two letters after a colon that begins a word (CHAT-025)', () => {
    expect(emoticonDraftAt('hi :sm', 6)).toEqual({ from: 3, to: 6, query: 'sm' });
    expect(emoticonDraftAt(':SM', 3)).toEqual({ from: 0, to: 3, query: 'sm' });
    expect(emoticonDraftAt('hi :p', 5)).toBeUndefined();
    expect(emoticonDraftAt('at 10:am', 8)).toBeUndefined();
    expect(emoticonDraftAt(':smile:', 7)).toBeUndefined();
    expect(emoticonDraftAt('hi :smile', 6)).toEqual({ from: 3, to: 6, query: 'sm' });
  });

  test('is offered the codes that hold it, those that begin with it first (CHAT-025)', () => {
    expect(offerCodes(CODES, { from: 0, to: 3, query: 'st' })).toEqual([':star:']);
    expect(offerCodes(CODES, { from: 0, to: 3, query: 'mu' })).toEqual([':music:']);
    expect(offerCodes([':comet:', ':me:'], { from: 0, to: 3, query: 'me' })).toEqual([':me:', ':comet:']);
    expect(offerCodes(CODES, { from: 0, to: 3, query: 'zz' })).toEqual([]);
  });

  test('gives way to the code, and the caret stands behind it (CHAT-025)', () => {
    expect(completeCode('hi :sm there', { from: 3, to: 6, query: 'sm' }, ':smile:')).toEqual({
      text: 'hi :smile: there',
      caret: 11,
    });
  });
});

test('a picked code stands at the caret, apart from the words beside it (CHAT-025)', () => {
  expect(insertCode('', 0, ':star:')).toEqual({ text: ':star: ', caret: 7 });
  expect(insertCode('good night', 4, ':star:')).toEqual({ text: 'good :star: night', caret: 12 });
  expect(insertCode('good ', 5, ':star:')).toEqual({ text: 'good :star: ', caret: 12 });
});
