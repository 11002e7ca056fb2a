import { expect, test } from 'vitest';
import { completeMention, draftAt, mentions, offerNames, splitMentions } from './mention-rules.ts';

test('an @ before the caret begins a name, one inside a word does not', () => {
  expect(draftAt('hi @pi', 6)).toEqual({ from: 3, to: 6, query: 'pi' });
  expect(draftAt('@', 1)).toEqual({ from: 0, to: 1, query: '' });
  expect(draftAt('hi @Pilar there', 9)).toEqual({ from: 3, to: 9, query: 'pilar' });
  for (const [text, caret] of [
    ['mail a@b', 8],
    ['hi @pilar ', 10],
    ['hi', 2],
  ] as const)
    expect(draftAt(text, caret)).toBeUndefined();
});

test('names that begin with it come first, never the own or a guest’s, at most six', () => {
  const names = ['pilar_v', 'otter_pi', 'guest_pi', 'pia', 'me_pi', 'pilar_v'];
  expect(offerNames(names, { from: 0, to: 3, query: 'pi' }, 'me_pi')).toEqual(['pia', 'pilar_v', 'otter_pi']);
  const many = Array.from({ length: 20 }, (_, i) => `pi_${i}`);
  expect(offerNames(many, { from: 0, to: 3, query: 'pi' }, undefined)).toHaveLength(6);
});

test('a chosen name takes the place of what was typed, the caret stands behind it', () => {
  expect(completeMention('hi @pi there', { from: 3, to: 6, query: 'pi' }, 'pilar_v')).toEqual({
    text: 'hi @pilar_v there',
    caret: 12,
  });
});

test('a line is parted at mentions and tells whom it speaks to', () => {
  expect(splitMentions('good evening @Pilar_V, and @otter')).toEqual([
    { text: 'good evening ' },
    { text: '@Pilar_V', name: 'pilar_v' },
    { text: ', and ' },
    { text: '@otter', name: 'otter' },
  ]);
  expect(splitMentions('mail me at a@example')).toEqual([{ text: 'mail me at a@example' }]);
  expect(splitMentions('')).toEqual([]);
  expect(mentions('hi @pilar_v', 'pilar_v')).toBe(true);
  expect(mentions('hi @pilar_vv', 'pilar_v')).toBe(false);
  expect(mentions('@@pilar_v', 'pilar_v')).toBe(false);
});
