import { expect, test } from 'vitest';
import { isTipSplit, offerCommands } from './command-rules.ts';

const streamer = { isStreamer: true, canModerate: true };
const moderator = { isStreamer: false, canModerate: true };
const viewer = { isStreamer: false, canModerate: false };

test('a slash offers the commands that the role may use, no other (CHAT-034) (CHAT-035)', () => {
  expect(offerCommands('/', streamer)).toHaveLength(2);
  expect(offerCommands('/', moderator).map((line) => line.split(' ')[0])).toEqual(['/play_sound']);
  expect(offerCommands('/', viewer)).toEqual([]);
  expect(offerCommands('hello /', streamer)).toEqual([]);
});

test('what is typed narrows the help, also behind the name', () => {
  expect(offerCommands('/set', streamer)).toHaveLength(1);
  expect(offerCommands('/setmode all', streamer)).toHaveLength(1);
  expect(offerCommands('/setmodes all', streamer)).toEqual([]);
  expect(offerCommands('/dance', streamer)).toEqual([]);
});

test('a split tip is known by its command alone (LEDGER-TIP-011)', () => {
  expect(isTipSplit('/tip_split 100 4')).toBe(true);
  expect(isTipSplit('/tip_splitter')).toBe(false);
});
