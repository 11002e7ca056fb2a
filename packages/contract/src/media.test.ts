import { expect, test } from 'vitest';
import { type MediaClaims, signMediaToken, verifyMediaToken } from './media.ts';

const SECRET = Buffer.alloc(32, 7);
const CLAIMS: MediaClaims = {
  use: 'play',
  streamName: 'stream_a',
  session: 's',
  mode: 'public',
  expiresAt: 2_000_000,
};
const token = signMediaToken(SECRET, CLAIMS);
const verify = (text: string, nowMs = 1_000_000) => verifyMediaToken(SECRET, text, nowMs);

test('a token is what was signed, until it ends', () => {
  expect(verify(token)).toEqual(CLAIMS);
  expect(verify(token, 2_000_000)).toBeUndefined();
  expect(verifyMediaToken(Buffer.alloc(32, 8), token, 1_000_000)).toBeUndefined();
});

test('no other text is taken for it, also where its signature would be read as the same bytes', () => {
  const middle = token.length - 10;
  const last = token.at(-1)!;
  const others = [
    ...[' ', '\n', '!', '\0', '=', '\u00e4'].map((odd) => token.slice(0, middle) + odd + token.slice(middle)),
    `${token}=`,
    `${token} `,
    // The last sign has bits that no byte takes.
    ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .filter((sign) => sign !== last)
      .map((sign) => token.slice(0, -1) + sign),
    token.replace('.', '..'),
    '',
    'st_.',
  ];
  for (const other of others) expect(verify(other), other).toBeUndefined();
});
