import { MEDIA_TOKEN_MS, type MediaClaims, signMediaToken } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { isRenewal, makeAccess, type PlayClaims } from './access.ts';

const SECRET = Buffer.alloc(32, 1);
/** How far the clocks of site and media may be apart. */
const CLOCK_SKEW_MS = 5_000;

function setup() {
  let nowMs = 1_000_000;
  const over = new Set<string>();
  const access = makeAccess(SECRET, () => nowMs, { isOver: ({ grantId }) => over.has(grantId) });
  const publishToken = (aheadMs = 0) =>
    signMediaToken(SECRET, {
      use: 'publish',
      streamName: 'a',
      broadcastId: 'b',
      username: 'u',
      session: 's',
      expiresAt: nowMs + aheadMs + MEDIA_TOKEN_MS,
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

test('a token that was genuine before has no more rights than one that is shown first', () => {
  const { access, token, over, advance } = setup();
  const [kept, metered] = [
    token(),
    token({ mode: 'spy', renditions: ['240p'], preview: { grantId: 'g', seconds: 5 } }),
  ];
  for (const _time of [1, 2]) {
    expect(access.play(kept, 'a')).toMatchObject({ session: 's' });
    expect(access.play(kept, 'b')).toBeUndefined();
    expect(access.publish(kept)).toBeUndefined();
    expect(access.play(`${kept}A`, 'a')).toBeUndefined();
    expect(access.play(kept.slice(0, -1), 'a')).toBeUndefined();
    expect(access.play(metered, 'a')).toMatchObject({ mode: 'spy' });
  }
  expect(access.play(kept, 'a')).not.toBe(access.play(kept, 'a'));
  over.add('g');
  expect(access.play(metered, 'a')).toBeUndefined();
  access.revoke({ session: 's' });
  expect(access.play(kept, 'a')).toBeUndefined();
  advance(MEDIA_TOKEN_MS);
  expect(access.play(kept, 'a')).toBeUndefined();
});

test('more tokens than are remembered all play', () => {
  const { access, token } = setup();
  const tokens = Array.from({ length: 20_050 }, (_, nth) => token({ session: `s${nth}` }));
  for (const one of tokens) expect(access.play(one, 'a') !== undefined).toBe(true);
  expect(access.play(tokens[0]!, 'a')).toMatchObject({ session: 's0' });
  expect(access.play(tokens.at(-1)!, 'a')).toMatchObject({ session: 's20049' });
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
  advance(CLOCK_SKEW_MS + 1);
  expect(access.play(token(), 'a')).toBeDefined();
});

test('a fresh token of the clock that revoked plays at once, one decided just before it does not', () => {
  const { access, token, advance, now } = setup();
  const made = (clock: string) => token({ clock, expiresAt: now() + MEDIA_TOKEN_MS });
  const before = made('one');
  advance(10);
  const atMs = now();
  // By the bus it is heard later than it was meant.
  advance(300);
  access.revoke({ session: 's', streamName: 'a', clock: 'one', atMs });
  expect(access.play(before, 'a')).toBeUndefined();
  expect(access.play(made('one'), 'a')).toBeUndefined();
  advance(701);
  expect(access.play(made('one'), 'a')).toBeDefined();
  // Another process may be ahead by a clock that differs, and a token may name none.
  expect(access.play(made('two'), 'a')).toBeUndefined();
  expect(access.play(token(), 'a')).toBeUndefined();
  expect(access.play(before, 'a')).toBeUndefined();
});

test('the end of a session ends the publish tokens made before it, not those made after: W33', () => {
  const { access, publishToken, advance } = setup();
  const before = publishToken();
  access.revoke({ session: 'other' });
  expect(access.publish(before)).toBeDefined();
  advance(10);
  access.revoke({ session: 's' });
  expect(access.publish(before)).toBeUndefined();
  advance(CLOCK_SKEW_MS + 1);
  expect(access.publish(publishToken())).toBeDefined();
});

test.each([2_000, CLOCK_SKEW_MS])(
  'a site whose clock is %i ms ahead makes no token that outlives its revocation',
  (aheadMs) => {
    const { access, token, publishToken, advance, now } = setup();
    const play = token({ expiresAt: now() + aheadMs + MEDIA_TOKEN_MS });
    const publish = publishToken(aheadMs);
    advance(500);
    access.revoke({ session: 's' });
    expect(access.play(play, 'a')).toBeUndefined();
    expect(access.publish(publish)).toBeUndefined();
    // Another revocation is what makes those that are over be forgotten.
    advance(MEDIA_TOKEN_MS + aheadMs - 501);
    access.revoke({ session: 'other' });
    expect(access.play(play, 'a')).toBeUndefined();
    expect(access.publish(publish)).toBeUndefined();
  },
);

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

const asPayer = { mode: 'private', meter: { meterId: 'm' } } as const;

test.each<[string, Partial<PlayClaims>]>([
  ['of the public room', { mode: 'public' }],
  ['without a name', { meter: { meterId: '' } }],
  ['with a name that is no text', { meter: { meterId: 7 as never } }],
  ['with a name that is too long', { meter: { meterId: 'x'.repeat(201) } }],
  ['that is nothing', { meter: null as never }],
  ['of a free preview', { ...asPreview }],
])('a meter %s plays nothing (LIVE-VIDEO-033)', (_what, claims) => {
  const { access, token } = setup();
  expect(access.play(token(asPayer), 'a')).toMatchObject({ meter: { meterId: 'm' } });
  for (const mode of ['spy', 'limited'] as const)
    expect(access.play(token({ ...asPayer, mode }), 'a')).toBeDefined();
  expect(access.play(token({ ...asPayer, ...claims }), 'a')).toBeUndefined();
});

test('a token renews one of the same meter only: S10', () => {
  const { access, token } = setup();
  const of = (claims: Partial<PlayClaims>) => access.play(token(claims), 'a')!;
  expect(isRenewal(of(asPayer), of(asPayer))).toBe(true);
  expect(isRenewal(of(asPayer), of({ mode: 'private' }))).toBe(false);
  expect(isRenewal(of({ mode: 'private' }), of(asPayer))).toBe(false);
  expect(isRenewal(of(asPayer), of({ ...asPayer, meter: { meterId: 'other' } }))).toBe(false);
});
