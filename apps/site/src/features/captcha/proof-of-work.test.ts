import { createHash } from 'node:crypto';
import { hasZeroBits, readPuzzle, solvePuzzle } from '@klieg/contract/features/captcha/puzzle';
import { describe, expect, test } from 'vitest';
import { makeProofOfWork } from './proof-of-work.ts';

let now = 1_800_000_000_000;
const secret = new Uint8Array(32).fill(3);
const captcha = makeProofOfWork({ secret, now: () => now, bits: 8 });
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const solve = (about: string) => solvePuzzle(captcha.challenge(about), sha256);

describe('a puzzle', () => {
  test('is passed by whoever solves it, for what it is about, for ten minutes', async () => {
    const answer = solve('anna secret');
    expect(await captcha.isPassed(answer, 'anna secret')).toBe(true);
    expect(await captcha.isPassed(answer, 'anna another')).toBe(false);
    now += 600_000;
    expect(await captcha.isPassed(answer, 'anna secret')).toBe(true);
    now += 1;
    expect(await captcha.isPassed(answer, 'anna secret')).toBe(false);
  });

  test('is passed by nothing else: no work, another signature, another moment, other words', async () => {
    const { puzzle, bits } = captcha.challenge('anna secret');
    const wrong = Array.from({ length: 200 }, (_, nonce) => `${puzzle}.${nonce}`).filter(
      (answer) => !hasZeroBits(sha256(answer), bits),
    );
    for (const answer of wrong) expect(await captcha.isPassed(answer, 'anna secret')).toBe(false);
    const [salt, at, signature] = puzzle.split('.');
    const forged = [
      `${salt}.${Number(at) + 1}.${signature}`,
      `${salt!.slice(0, -1)}A.${at}.${signature}`.replace(
        salt!,
        salt!.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
      ),
      `${salt}.${at}.${'A'.repeat(43)}`,
    ];
    for (const other of forged)
      expect(await captcha.isPassed(solvePuzzle({ puzzle: other, bits }, sha256), 'anna secret')).toBe(false);
    for (const text of ['', '.', puzzle, `${puzzle}.`, `${puzzle}.-1`, 'x'.repeat(4_000), `${puzzle}.1e3`])
      expect(await captcha.isPassed(text, 'anna secret'), text.slice(0, 90)).toBe(false);
    const other = makeProofOfWork({ secret: new Uint8Array(32), now: () => now, bits: 8 });
    expect(await other.isPassed(solve('anna secret'), 'anna secret')).toBe(false);
  });

  test.each([
    [[0xff], 0, true],
    [[0x80], 1, false],
    [[0x7f], 1, true],
    [[0, 0x0f], 12, true],
    [[0, 0x1f], 12, false],
    [[0, 0], 16, true],
    [[0, 0], 17, false],
  ])('counts the bits of %j up to %i: %s', (bytes, bits, isEnough) => {
    expect(hasZeroBits(Uint8Array.from(bytes), bits)).toBe(isEnough);
  });

  test('is read from a refusal, and nothing is read where a vendor asks', () => {
    expect(readPuzzle({ puzzle: 'x', bits: 3, more: 1 })).toEqual({ puzzle: 'x', bits: 3 });
    for (const params of [undefined, {}, { puzzle: 'x' }, { bits: 3 }])
      expect(readPuzzle(params)).toBeUndefined();
  });
});
