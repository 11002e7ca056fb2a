import { MEDIA_TOKEN_MS, type MediaClaims, signMediaToken } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { isRenewal, makeAccess, type PlayClaims } from './access.ts';

const SECRET = Buffer.alloc(32, 1);

function setup() {
  let nowMs = 1_000_000;
  const over = new Set<string>();
  const access = makeAccess(SECRET, () => nowMs, { isOver: ({ grantId }) => over.has(grantId) });
  const publishToken = () =>
    signMediaToken(SECRET, {
      use: 'publish',
      streamName: 'a',
      broadcastId: 'b',
      username: 'u',
      session: 's',
      expiresAt: nowMs + MEDIA_TOKEN_MS,
    });
  const token = (claims: Partial<Extract<MediaClaims, { use: 'play' }>> = {}, secret: Uint8Array = SECRET) =>
    signMediaToken(secret, {
      use: 'play',
      streamName: 'a',
      session: 's',
      mode: 'public',
      expiresAt: nowMs + MEDIA_TOKEN_MS,
      ...claims,
    });
  return { access, token, publishToken, over, advance: (ms: number) => (nowMs += ms), now: () => nowMs };
}

test('a genuine token plays its stream until it expires (LIVE-VIDEO-033)', () => {
  const { access, token, advance } = setup();
  const given = token();
  expect(access.play(given, 'a')).toMatchObject({ session: 's' });
  advance(MEDIA_TOKEN_MS);
  expect(access.play(given, 'a')).toBeUndefined();
});

test('a token of another stream, secret, use or with too long a life plays nothing (LIVE-VIDEO-033)', () => {
  const { access, token, publishToken, now } = setup();
  expect(access.play(token(), 'b')).toBeUndefined();
  expect(access.play(token({}, Buffer.alloc(32, 2)), 'a')).toBeUndefined();
  expect(access.play(token({ expiresAt: now() + MEDIA_TOKEN_MS * 3 }), 'a')).toBeUndefined();
  expect(access.play('', 'a')).toBeUndefined();
  const publish = publishToken();
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

test('the end of a session ends the publish tokens made before it, not those made after: W33', () => {
  const { access, publishToken, advance } = setup();
  const before = publishToken();
  access.revoke({ session: 'other' });
  expect(access.publish(before)).toBeDefined();
  advance(10);
  access.revoke({ session: 's' });
  expect(access.publish(before)).toBeUndefined();
  advance(10);
  expect(access.publish(publishToken())).toBeDefined();
});

test.each([
  ['stream', { streamName: 'a' }],
  ['session in the stream', { session: 's', streamName: 'a' }],
])('a revocation by %s is about watching, and ends no publish token', (_what, revocation) => {
  const { access, publishToken } = setup();
  const before = publishToken();
  access.revoke(revocation);
  expect(access.publish(before)).toBeDefined();
});

test('a revocation leaves other sessions and streams alone', () => {
  const { access, token } = setup();
  access.revoke({ session: 's', streamName: 'a' });
  expect(access.play(token({ session: 'other' }), 'a')).toBeDefined();
  expect(access.play(token({ streamName: 'b' }), 'b')).toBeDefined();
});

const preview = { grantId: 'g', seconds: 10 };
const asPreview = { mode: 'spy', renditions: ['240p'], preview } as const;

test('a preview plays until its seconds are used up, with every token of its grant: S401 (SHOWS-004)', () => {
  const { access, token, over } = setup();
  expect(access.play(token(asPreview), 'a')).toMatchObject({ preview });
  over.add('g');
  expect(access.play(token(asPreview), 'a')).toBeUndefined();
  expect(access.play(token({ ...asPreview, session: 'other' }), 'a')).toBeUndefined();
  expect(access.play(token({ ...asPreview, preview: { grantId: 'h', seconds: 10 } }), 'a')).toBeDefined();
  expect(access.play(token({ mode: 'spy' }), 'a')).toBeDefined();
});

test.each<[string, Partial<PlayClaims>]>([
  ['of another mode', { mode: 'public' }],
  ['of the payer’s mode', { mode: 'private' }],
  ['without a rendition', { renditions: [] }],
  ['of several renditions', { renditions: ['240p', 'source'] }],
  ['without a grant', { preview: { grantId: '', seconds: 10 } }],
  ['without seconds', { preview: { grantId: 'g', seconds: 0 } }],
  ['of parts of a second', { preview: { grantId: 'g', seconds: 0.5 } }],
  ['of more than a minute', { preview: { grantId: 'g', seconds: 61 } }],
  ['of no number of seconds', { preview: { grantId: 'g', seconds: Number.NaN } }],
])('a preview %s plays nothing (LIVE-VIDEO-033)', (_what, claims) => {
  const { access, token } = setup();
  expect(access.play(token({ ...asPreview, ...claims }), 'a')).toBeUndefined();
});

test('a preview of all renditions plays nothing (LIVE-VIDEO-033)', () => {
  const { access, token } = setup();
  expect(access.play(token({ mode: 'spy', preview }), 'a')).toBeUndefined();
});

test('a token renews one of the same person and preview, nothing else', () => {
  const { access, token } = setup();
  const of = (claims: Partial<PlayClaims>) => access.play(token(claims), 'a')!;
  expect(isRenewal(of({}), of({}))).toBe(true);
  expect(isRenewal(of({}), of({ session: 'other' }))).toBe(false);
  expect(isRenewal(of(asPreview), of(asPreview))).toBe(true);
  expect(isRenewal(of(asPreview), of({ mode: 'spy' }))).toBe(false);
  expect(isRenewal(of({ mode: 'spy' }), of(asPreview))).toBe(false);
  const other = of({ ...asPreview, preview: { grantId: 'h', seconds: 10 } });
  expect(isRenewal(of(asPreview), other)).toBe(false);
});
