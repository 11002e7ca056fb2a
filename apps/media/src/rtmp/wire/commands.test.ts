import { expect, test } from 'vitest';
import { type AmfValue, encodeAmf0 } from './amf0.ts';
import { parseCommand } from './commands.ts';

const parse = (...values: readonly AmfValue[]) => parseCommand(encodeAmf0(...values));
const about = (fields: Readonly<Record<string, AmfValue>>): AmfValue => new Map(Object.entries(fields));

test('the commands of encoders are recognised (LIVE-VIDEO-029)', () => {
  expect(parse('connect', 1, about({ app: 'live?x=1', flashVer: 'FMLE\n/3.0' }))).toEqual({
    kind: 'connect',
    transaction: 1,
    app: 'live',
    encoder: 'FMLE/3.0',
  });
  expect(parse('connect', 1, about({ app: '' }))).toMatchObject({ app: '', encoder: undefined });
  expect(parse('releaseStream', 2, null, 'k')).toEqual({ kind: 'announce', transaction: 2 });
  expect(parse('createStream', 4, null)).toEqual({ kind: 'create_stream', transaction: 4 });
  for (const name of ['play', 'play2']) expect(parse(name, 0, null, 'k')).toEqual({ kind: 'play' });
  for (const name of ['FCUnpublish', 'deleteStream', 'closeStream'])
    expect(parse(name, 6, null, 1)).toEqual({ kind: 'leave' });
  expect(parse('_checkbw', 7, null)).toEqual({ kind: 'other' });
});

test('the key is the published name without its parameters (LIVE-VIDEO-029)', () => {
  expect(parse('publish', 5, null, 'key-1', 'live')).toEqual({ kind: 'publish', key: 'key-1' });
  expect(parse('publish', 5, null, 'key-1?bwtest=1?', 'live')).toEqual({ kind: 'publish', key: 'key-1' });
  expect(parse('publish', 5, null, '?a')).toEqual({ kind: 'publish', key: '' });
});

test('commands without a name, of wrong kinds or too long are malformed', () => {
  expect(parse()).toBeUndefined();
  expect(parse(1, 2)).toBeUndefined();
  expect(parse('connect', 1, null)).toBeUndefined();
  expect(parse('connect', 1, about({ app: 7 }))).toBeUndefined();
  expect(parse('connect', 1, about({ app: 'a'.repeat(129) }))).toBeUndefined();
  expect(parse('publish', 5, null, 7)).toBeUndefined();
  expect(parse('publish', 5, null, 'k'.repeat(257))).toBeUndefined();
  expect(parse('createStream', 'x')).toEqual({ kind: 'create_stream', transaction: 0 });
});
