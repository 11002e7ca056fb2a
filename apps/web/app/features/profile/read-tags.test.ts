import { expect, test } from 'vitest';
import { readTags } from './read-tags.ts';

test.each([
  ['music, Long  Talks,#dance', ['music', 'long-talks', 'dance']],
  [' , music,music ,', ['music']],
  ['', []],
])('%j are the tags %j', (text, tags) => expect(readTags(text)).toEqual(tags));
