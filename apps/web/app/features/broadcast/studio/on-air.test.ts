import { expect, test } from 'vitest';
import { onAirOf } from './on-air.ts';
import type { PublishState } from '../publish/whip-publisher.ts';

const live: PublishState = {
  kind: 'live',
  kbps: 1_000,
  fps: 30,
  width: 640,
  height: 360,
  lossPercent: 0,
  roundTripMs: 1,
};

test.each([
  ['nothing was begun', { kind: 'off' }, false, 'off'],
  ['the room is being opened', { kind: 'starting' }, false, 'off'],
  [
    'the picture is on its way',
    { kind: 'on', since: undefined, publish: { kind: 'connecting' } },
    false,
    'connecting',
  ],
  ['the picture arrives', { kind: 'on', since: 1, publish: live }, false, 'live'],
  [
    'the line is lost',
    { kind: 'on', since: 1, publish: { kind: 'reconnecting', attempt: 1 } },
    false,
    'reconnecting',
  ],
  [
    'the server refuses it',
    { kind: 'on', since: undefined, publish: { kind: 'failed', reason: 'refused' } },
    false,
    'off',
  ],
  ['another window sends', { kind: 'off' }, true, 'live'],
  ['what another has sent is lost', { kind: 'off' }, 'lost', 'reconnecting'],
  [
    'it sends anew what was lost',
    { kind: 'on', since: undefined, publish: { kind: 'connecting' } },
    'lost',
    'connecting',
  ],
  ['it could not begin', { kind: 'failed', error: new Error('no') }, false, 'off'],
] as const)('while %s the model is told so', (_name, state, others, expected) => {
  const elsewhere = { isElsewhere: others === true, isLost: others === 'lost' };
  expect(onAirOf(state, elsewhere)).toBe(expected);
});
