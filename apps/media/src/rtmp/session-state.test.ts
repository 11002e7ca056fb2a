import { expect, test } from 'vitest';
import { makeHandshake } from './wire/handshake.ts';
import { RTMP_LIMITS } from './limits.ts';
import { makeMediaIntake } from './media-intake.ts';
import { deadlineMs, type SessionState } from './session-state.ts';
import { makeRecordingPublication } from './testing/recording-publication.ts';

const limits = { ...RTMP_LIMITS, connectMs: 1, publishMs: 20, silentMs: 300 };
const publication = makeRecordingPublication();
const publishing: SessionState = {
  kind: 'publishing',
  publication,
  intake: makeMediaIntake(publication),
  sinceMs: 5_000,
};

test.each<[SessionState, number | undefined, number]>([
  [{ kind: 'handshake', handshake: makeHandshake(Buffer.alloc(1_528)) }, undefined, 1_001],
  [{ kind: 'connecting' }, undefined, 1_001],
  [{ kind: 'connected', about: { app: 'live', encoder: undefined } }, undefined, 1_020],
  [{ kind: 'authorizing', held: [] }, undefined, 1_020],
  [publishing, undefined, 5_300],
  [publishing, 7_000, 7_300],
  [{ kind: 'lingering', reason: 'closed', untilMs: 42 }, 7_000, 42],
  [{ kind: 'closed', reason: 'closed' }, 7_000, Infinity],
])('%o with media at %s is cut at %s', (state, lastMediaMs, wanted) => {
  expect(deadlineMs(state, { openedMs: 1_000, lastMediaMs }, limits)).toBe(wanted);
});
