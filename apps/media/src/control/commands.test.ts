import { expect, test } from 'vitest';
import { parseCommand } from './commands.ts';

test.each([
  [{ kind: 'report' }],
  [{ kind: 'stop', broadcastId: 'b' }],
  [{ kind: 'rename', broadcastId: 'b', streamName: 'n' }],
  [{ kind: 'await_viewer', streamName: 'n' }],
  [{ kind: 'revoke', session: 's' }],
  [{ kind: 'revoke', streamName: 'n' }],
  [{ kind: 'revoke', session: 's', streamName: 'n' }],
  [{ kind: 'revoke', session: 's', clock: 'one', atMs: 12 }],
  [{ kind: 'record', broadcastId: 'b', recordingId: 'r' }],
  [{ kind: 'record', broadcastId: 'b', recordingId: 'r', node: 'n' }],
  [{ kind: 'record', broadcastId: 'b', recordingId: null }],
])('the command %j is taken as it is', (command) => {
  expect(parseCommand(command)).toEqual(command);
});

test.each([
  [undefined],
  ['stop'],
  [{}],
  [{ kind: 'stop' }],
  [{ kind: 'stop', broadcastId: 7 }],
  [{ kind: 'rename', broadcastId: 'b' }],
  [{ kind: 'revoke' }],
  [{ kind: 'revoke', session: '' }],
  [{ kind: 'from a newer version' }],
])('the message %j is no command, and no error either', (message) => {
  expect(parseCommand(message)).toBeUndefined();
});
