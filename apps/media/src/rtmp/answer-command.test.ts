import { describe, expect, test } from 'vitest';
import { answerCommand } from './answer-command.ts';
import type { RtmpCommand } from './wire/commands.ts';
import { makeMediaIntake } from './media-intake.ts';
import type { SessionState } from './session-state.ts';
import { makeRecordingPublication } from './testing/recording-publication.ts';

const about = { app: 'live', encoder: 'obs' };
const publication = makeRecordingPublication();
const states = {
  connecting: { kind: 'connecting' },
  connected: { kind: 'connected', about },
  authorizing: { kind: 'authorizing', held: [] },
  publishing: { kind: 'publishing', publication, intake: makeMediaIntake(publication), sinceMs: 0 },
} satisfies Record<string, SessionState>;
const commands = {
  connect: { kind: 'connect', transaction: 1, ...about },
  announce: { kind: 'announce', transaction: 2 },
  create: { kind: 'create_stream', transaction: 3 },
  publish: { kind: 'publish', key: 'key' },
  publishWithoutKey: { kind: 'publish', key: '' },
  play: { kind: 'play' },
  leave: { kind: 'leave' },
  other: { kind: 'other' },
} satisfies Record<string, RtmpCommand>;

describe('what a command leads to', () => {
  test.each([
    ['connect', ['connected', 'malformed', 'malformed', 'malformed']],
    ['announce', ['malformed', 'say', 'malformed', 'say']],
    ['create', ['malformed', 'say', 'malformed', 'say']],
    ['publish', ['malformed', 'authorize', 'malformed', 'malformed']],
    ['publishWithoutKey', ['malformed', 'leave', 'malformed', 'malformed']],
    ['play', ['malformed', 'leave', 'malformed', 'leave']],
    ['leave', ['malformed', 'nothing', 'malformed', 'leave']],
    ['other', ['malformed', 'nothing', 'malformed', 'nothing']],
  ] as const)('%s in each state (LIVE-VIDEO-029)', (name, wanted) => {
    expect(Object.values(states).map((state) => answerCommand(commands[name], state).kind)).toEqual(wanted);
  });

  test('a key is asked about with what the encoder said of itself', () => {
    expect(answerCommand(commands.publish, states.connected)).toEqual({
      kind: 'authorize',
      key: 'key',
      about,
    });
  });

  test('an encoder that says it stops has left; one that has no key or wants to watch has not', () => {
    expect(answerCommand(commands.leave, states.publishing)).toMatchObject({ reason: 'left' });
    expect(answerCommand(commands.play, states.connected)).toMatchObject({ reason: 'closed' });
    expect(answerCommand(commands.publishWithoutKey, states.connected)).toMatchObject({ reason: 'closed' });
  });
});
