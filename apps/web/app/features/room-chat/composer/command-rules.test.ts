import { expect, test } from 'vitest';
import { offerCommands, readTipSplit } from './command-rules.ts';

const streamer = { isStreamer: true, canModerate: true };
const moderator = { isStreamer: false, canModerate: true };
const viewer = { isStreamer: false, canModerate: false };

test('a slash offers the commands that the role may use, no other (CHAT-034) (CHAT-035)', () => {
  expect(offerCommands('/', streamer)).toHaveLength(2);
  const names = (rights: typeof viewer) => offerCommands('/', rights).map((line) => line.split(' ')[0]);
  expect(names(streamer)).toEqual(['/play_sound', '/setmode']);
  expect(names(moderator)).toEqual(['/play_sound', '/tip_split']);
  expect(names(viewer)).toEqual(['/tip_split']);
  expect(offerCommands('hello /', streamer)).toEqual([]);
});

test('what is typed narrows the help, also behind the name', () => {
  expect(offerCommands('/set', streamer)).toHaveLength(1);
  expect(offerCommands('/setmode all', streamer)).toHaveLength(1);
  expect(offerCommands('/setmodes all', streamer)).toEqual([]);
  expect(offerCommands('/dance', streamer)).toEqual([]);
});

test('a split tip is known by its command, with tokens and people where both are numbers (LEDGER-TIP-011)', () => {
  expect(readTipSplit('/tip_split 100 4')).toEqual({ amount: 100, splitters: 4 });
  expect(readTipSplit('  /TIP_SPLIT  100  4 ')).toBeUndefined();
  expect(readTipSplit('/TIP_SPLIT  100  4 ')).toEqual({ amount: 100, splitters: 4 });
  expect(readTipSplit('/tip_split')).toEqual({});
  expect(readTipSplit('/tip_split 100')).toEqual({ amount: 100 });
  expect(readTipSplit('/tip_split many -2')).toEqual({});
  expect(readTipSplit('/tip_splitter')).toBeUndefined();
  expect(readTipSplit('say /tip_split 100 4')).toBeUndefined();
});
