import { MEDIA_TOKEN_MS, type MediaClaims, signMediaToken } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeAccess } from './access.ts';

const SECRET = Buffer.alloc(32, 1);

function setup() {
  let nowMs = 1_000_000;
  const access = makeAccess(SECRET, () => nowMs);
  const token = (claims: Partial<Extract<MediaClaims, { use: 'play' }>> = {}, secret: Uint8Array = SECRET) =>
    signMediaToken(secret, {
      use: 'play',
      streamName: 'a',
      session: 's',
      mode: 'public',
      expiresAt: nowMs + MEDIA_TOKEN_MS,
      ...claims,
    });
  return { access, token, advance: (ms: number) => (nowMs += ms), now: () => nowMs };
}

test('a genuine token plays its stream until it expires (LIVE-VIDEO-033)', () => {
  const { access, token, advance } = setup();
  const given = token();
  expect(access.play(given, 'a')).toMatchObject({ session: 's' });
  advance(MEDIA_TOKEN_MS);
  expect(access.play(given, 'a')).toBeUndefined();
});

test('a token of another stream, secret, use or with too long a life plays nothing (LIVE-VIDEO-033)', () => {
  const { access, token, now } = setup();
  expect(access.play(token(), 'b')).toBeUndefined();
  expect(access.play(token({}, Buffer.alloc(32, 2)), 'a')).toBeUndefined();
  expect(access.play(token({ expiresAt: now() + MEDIA_TOKEN_MS * 3 }), 'a')).toBeUndefined();
  expect(access.play('', 'a')).toBeUndefined();
  const publish = signMediaToken(SECRET, {
    use: 'publish',
    streamName: 'a',
    broadcastId: 'b',
    username: 'u',
    session: 's',
    expiresAt: now() + 1_000,
  });
  expect(access.play(publish, 'a')).toBeUndefined();
  expect(access.publish(publish)).toMatchObject({ broadcastId: 'b' });
  expect(access.publish(token())).toBeUndefined();
});

test.each([
  ['session', { session: 's' }],
  ['stream', { streamName: 'a' }],
  ['session in the stream', { session: 's', streamName: 'a' }],
])('a revocation by %s ends the tokens made before it, not those made after', (_what, revocation) => {
  const { access, token, advance } = setup();
  const before = token();
  advance(10);
  access.revoke(revocation);
  expect(access.play(before, 'a')).toBeUndefined();
  advance(10);
  expect(access.play(token(), 'a')).toBeDefined();
});

test('a revocation leaves other sessions and streams alone', () => {
  const { access, token } = setup();
  access.revoke({ session: 's', streamName: 'a' });
  expect(access.play(token({ session: 'other' }), 'a')).toBeDefined();
  expect(access.play(token({ streamName: 'b' }), 'b')).toBeDefined();
});
