import { expect, test } from 'vitest';
import { readParentMessage } from './publisher-messages.ts';

const start = { username: 'a', scene: 's00', whipUrl: 'http://127.0.0.1/live/whip', token: 't' };

test('a well-formed message is read', () => {
  expect(readParentMessage({ start: [start], stop: ['b'] })).toEqual({ start: [start], stop: ['b'] });
});

test.each([
  undefined,
  null,
  7,
  'x',
  {},
  { start: 7, stop: 'b' },
  { start: [null, { ...start, token: '' }], stop: [7] },
])('of %j nothing is taken', (message) => {
  expect(readParentMessage(message)).toEqual({ start: [], stop: [] });
});
